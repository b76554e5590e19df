"""Everything that pages share: rendering, formulas, drawings, PDFs, errors, security, languages, limits.

A ``Room`` registers its routers, error pages, jobs and additions to other pages. This room has no pages
of its own, and rests on identity.
"""
