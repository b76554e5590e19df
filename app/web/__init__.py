"""Everything that pages share: rendering, formulas, drawings, PDFs, errors, the guard, lanes, languages, rate limits.

A ``Room`` registers its routers, error pages, jobs and additions to other pages. This one has no
pages; it rests on identity.
"""
