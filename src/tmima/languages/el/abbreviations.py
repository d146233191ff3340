"""Greek abbreviations written with a full stop, by what may follow the stop.

Forms are in lower case, without the last stop. After a `LEADING` one the sentence goes on:
something belongs to it (κ. Παπαδόπουλος, σελ. 5, ο Γιάννης). A `CLOSING` one stands at the end
of what it belongs to (κ.λπ., 40 χλμ., το 44 π.Χ.), so a capital after it begins a new sentence.
"""

from typing import Final

LEADING: Final = frozenset(
    """
    κ κα κος κες κκ κων κας δις δίδα δνίς δρ καθ καθηγ σεβ παν αγ αρχ αρχιμ ιω χρ αθ αλ
    αλεξ αναστ ανδρ αντ αποστ αρ αρ.φ αριθ αρθ άρθ άρθρ βασ βλ γεν γερμ γεώργ γρ γεωργ δημ διον
    δηλ διευθ διεύθ εδ εδάφ ελλ εκδ ένθ.αν επ επιμ επιστ ευάγγ ευαγγ ηλ ημ ημερ θεοδ θεσ θρ
    ιερ ιωάν κεφ κων κωνστ λ λ.χ λεωφ μακαρ μητρ μιχ μτφ μτφρ μετ μετάφρ μον μπ νικ ν.δ ο.π ό.π
    ολ όπ όπ.π οδ π παν παναγ παπ παρ παράγρ πβ πβλ περ πετρ πλ πρ πρβ πρβλ πρωθ π.χ π.δ προφ ρ σ
    σελ σημ σπ σπυρ στ στεφ στυλ στρ συγγ συμπλ συν σωτ τ τετρ τηλ τόμ τομ τχ τεύχ υπ
    υπουργ υποσ υποστρ υφ υφυπ φ φιλ φρ φυλ φωτ χαρ χγφ χιλ χρ χριστ ψ πχ π.υ φεκ ν ά α β γ δ ε vs
    dr mr mrs ms prof st no vol pp p cf ιαν φεβ φεβρ μαρ μαρτ απρ ιουν ιούν ιουλ ιούλ αυγ σεπ
    σεπτ οκτ νοε νοέμ νοεμ δεκ
    """.split()
)

# π.χ. (for example) leads; π.Χ. (before Christ) closes.
ERA: Final = "π.Χ"

CLOSING: Final = frozenset(
    """
    κ.λπ κλπ κ.λ.π κ.τ.λ κτλ κ.ά κ.α κ.ο.κ κοκ κ.τ.ό κ.τ.ο κ.τ.π κ.τ.τ κ.ε κ.εξ κ.επ κ.έ εξ μ.χ
     μ.μ π.μ χλμ χλγ μέτρ εκ εκατ δισ δισεκ τρισ τρισεκ δολ δρχ ευρ λεπ δευτ αι τ.μ
    τ.χλμ τ.ε κ.μ κυβ χγρ κιλ λίτρ ώρ βαθμ μ χμ χλ χιλστ στρμ α.ε α.ε.β.ε ο.ε ε.ε ε.π.ε ε.ε.τ
    ι.κ.ε α.β.ε.ε ν.π.δ.δ ν.π.ι.δ ο.τ.α inc ltd co corp etc jr sr a.m p.m
    """.split()
)
