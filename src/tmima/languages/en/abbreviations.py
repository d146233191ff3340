"""English abbreviations in lower case, without their last stop."""

# A stop after these ends no sentence: a name or a number always follows.
ABBREVIATIONS = frozenset(
    """
    adm approx brig capt cf cmdr col cpl dr e.g eg eds ex fig figs fr gen gov hon i.e ie lt maj mlle
    mme mr mrs ms mt mx nos op pp pres prof pvt rep repr rev sect sen sgt st supt viz vol vols
    vs
    """.split()
)

# These may be the last word of a sentence, which then shows in the word that follows.
CLOSING_ABBREVIATIONS = frozenset(
    """
    a.d a.m al apr assn aug ave b.a b.c b.c.e bldg blvd bros c.e ca co corp dec dept dist ed est etc
    feb ft inc inst jan jr jul jun kg km ltd m.a m.d mar min mm mph no nov oct p p.m p.s pct ph.d
    pt rd sec sep sept sq sr tel u.k u.n u.s u.s.a univ yd
    """.split()
)
