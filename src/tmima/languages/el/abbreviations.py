"""Greek abbreviations in lower case, without their last stop."""

# A stop after these ends no sentence: something always follows.
ABBREVIATIONS = frozenset(
    """
    αγ αι άρθ αρ αριθ βλ γεν γερ δηλ δις διευθ δρ εδ εικ εκδ επιμ ερ ι.χ κ κα κεφ κκ λ.χ λεωφ
    μετάφρ μτφρ ό.π οδ όπ παρ παράγρ πβ πίν π.δ π.χ πρβλ σ σελ σημ στ στρατ στρ συγγρ συν σχ τ τηλ
    τόμ τχ υποσημ φ χ
    """.split()
)

# These may be the last word of a sentence.
CLOSING_ABBREVIATIONS = frozenset(
    """
    α.ε αε γρ δισ δολ εκ εκατ ε.π.ε κ.ά κ.α κ.εξ κ.λπ κ.λ.π κλπ κ.ο.κ κτλ κ.τ.λ κ.τ.ό λ μ.μ μ.χ ν.χ
    π.μ τ.μ τρισ χιλ χλμ
    """.split()
)
