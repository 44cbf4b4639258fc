"""Words that instructions to an agent are made of: needed to put spaces back and letters in order.

They find nothing alone. A word is here because it is common in orders, in English; names, products and whole phrases
are not.
"""

from __future__ import annotations

WORDS = frozenset(
    """a about above accept access account accounts act acting acts add added adding address addresses adds admin
administrator after agent agents all allow allowed also always an and answer answering answers any anything
append apply approval approve are as ask asked asking asks assistant at authorized automatically backup
backups bank be been before begin behave being below bot both by bypass call can card change changed changes
changing chat check code command commanding commands compiles complete complies comply confirm confirmation
constraint constraints content context conversation conversations copied copies copy copying credential
credentials credit curl data database decode delete deleted deletes deleting details developer developers did
different directions directives disable discard disclose disregard disregarded disregards do document does
done download each earlier email enable entire entry environment erase ethical ethics every everyone
everything execute export fetch file files filter filters find first follow followed following follows forget
forgets forgot forgotten form forward found free freely from full get gets give given gives got guardrails
guideline guidelines hacker had has have having here hidden hide hides hiding history host how human ignore
ignored ignores ignoring important in inform information input install instead instruct instruction
instructions internal into is it jailbreak just keep keeping keeps key keys know last leak limit limitations
limits link links list load log logged logging login logs made make making me memory mention mentions message
messages mode model money moral must my name names need needs never new next no node not note now number
numbers obey obeyed obeys of on only open or order orders other output over overridden override overrides page
pages part parts password passwords payment people permission permissions person personal phone please policy
post posted posts pretend pretending pretends previous print prior private prompt prompts protection provide
pull push question questions quietly read reading reads register remember remove removed removes removing
repeat reply report request requests reset respond responding responds response restriction restrictions
reveal revealed reveals root rule rules run running runs safety said same save say says script secret secretly
secrets security send sending sends sent server servers session shell show showing shown shows site skip speak
start steal store system take taken takes tasks tell telling tells that the their them then there these they
this those three to token tokens told tool tools transfer trust trusted unfiltered unlimited unrestricted
until update upload uploaded uploads url use user users verify want wants warn warning warnings was we website
were what when where which who whole will with without word words working works write writes writing written
you your""".split()
)

LONGEST = max(map(len, WORDS))
