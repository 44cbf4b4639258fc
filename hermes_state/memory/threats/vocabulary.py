"""Words that instructions to an agent are made of: needed to put spaces back and letters in order.

They find nothing alone. A word is here because it is common in orders, in English; names, products and whole phrases
are not.
"""

from __future__ import annotations

WORDS = frozenset(
    """a about above accept access account act add admin administrator after agent all allow allowed always an and
answer any anything append apply approval approve are as ask assistant at authorized automatically be been
before begin behave below bypass by call can change check code command commands confirm confirmation
constraint constraints content context copy credential credentials curl database decode delete developer
developers directions directives disable discard disclose disregard do document does download each email
enable entry environment erase every everyone everything execute export fetch file files filter filters first
follow following forget form forward free freely from full give given guardrails guideline guidelines hacker has
have hide hidden history host how ignore important in inform information input install instead instruct
instruction instructions internal into is it jailbreak key keys know leak limit limitations limits list load
log login make me memory mention message messages mode must my never new next no node not note now obey of on
only open or other output over override password passwords permission permissions policy post pretend previous
print prior private prompt prompts protection provide pull push question read register remember remove repeat
reply report request requests reset respond response restriction restrictions reveal root rule rules run
safety save say script secret secrets security send server session shell show skip speak start steal store
system tasks tell that the their them then these they this those to token tokens tool tools transfer trust
trusted unfiltered unlimited unrestricted until update upload url use user users verify warn warning warnings
was we what when where which who will with without word words write you your""".split()
)

LONGEST = max(map(len, WORDS))
