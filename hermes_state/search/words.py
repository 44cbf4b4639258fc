"""Words that carry no topic in a question, by language."""

from __future__ import annotations

STOP_WORDS = frozenset(
    "a about after all also am an and any are as at be because been but by can could d did do does doing for from get "
    "had has have he her here him his how i if in into is it its just like ll m me more my no not of on or our out re "
    "s she so some such t than that the their them then there these they this to up us ve was we were what when where "
    "which who why will with would you your".split()
)
"""English words that carry no topic, and what an apostrophe leaves of them; in a query of nothing else they count."""

ASKING_WORDS = frozenset(
    "ask asked aspects bring brought conversation conversations different discuss discussed discussion discussions "
    "first help items know last list mention mentioned mentions order please recall recommend recommended remember "
    "remind said say says suggest suggested summarize summary talk talked talking tell throughout through time told "
    "various walk".split()
)
"""English words with which one asks for a conversation, whatever its topic."""

STOP_PAIRS = frozenset(
    "什么 为什 怎么 么样 如何 我们 你们 他们 们的 这个 那个 一个 哪个 哪里 可以 没有 是不 不是 的时 时候 "
    "因为 所以 但是 如果 还是 或者 以及 什麼 為什 怎麼 麼樣 我們 這個 那個 一個 沒有 "
    "です ます した まし から まで とい いう ない これ それ あの どう して いる する とは った "
    "습니 니다 어떻 떻게 무엇 에서 으로".split()
)
"""Pairs of letters that carry no topic in Chinese, Japanese or Korean questions, within a sentence of others."""
