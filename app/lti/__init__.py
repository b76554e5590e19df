"""Learning platforms such as Moodle and Canvas: they open Examformer in their courses, and get marks back (LTI 1.3).

Nouns: platform, deployment, launch, context (a course there), resource link, line item, score. The room rests on
coursework, exams, study, lab and everything below.
"""
