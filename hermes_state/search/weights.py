"""The constants of ranking: what each kind of evidence counts. docs/retrieval.md has the measurement behind each.

They were set together, by ``python -m benchmarks.retrieval.tune``, for one configuration that serves short chats, runs
of agents with a thousand messages, and five languages.
"""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """What evidence counts in the score of a conversation (``scoring``), where one message of average length that has
    every word of the question once is worth 1.

    Of a word (``units``): ``rarity`` is the power to which its inverse document frequency is taken, ``variant`` what
    another form of an English word counts beside the word itself, ``stop`` and ``asking`` what words count that carry
    no topic, or ask for a conversation rather than for its topic. Of a run of an n-gram script: ``run`` is the power
    of its number of pairs by which each is divided (so that a long run does not drown the words beside it),
    ``ending`` what the last pair of a Korean word counts (mostly a particle), ``lone`` the letter that ends a run.

    Of a message: ``saturation`` (k1) and ``length`` (b) as in BM25 (Robertson and Zaragoza 2009); ``user`` what a
    user's words count against an agent's; ``adjacent`` that words stand beside one another as in the question;
    ``neighbour`` the share of the better of the messages beside it.

    Of a conversation: ``further`` the factor by which its second, third and fourth best message count less and less;
    ``passage`` what several messages in a row count, taken as one text, with its own ``passage_length``; ``whole``
    what all of it counts, taken as one text, with its own ``whole_saturation`` and ``whole_length``; ``title`` what
    its title counts; ``work`` what tool output, thinking and the like count beside the dialog; ``dated`` what it
    counts that it is of the time asked for; ``generated`` and ``automatic`` the factors for text that the harness
    wrote and for automatic runs.
    """

    rarity: float = 0.8
    variant: float = 0.45
    stop: float = 0.3
    asking: float = 0.5
    run: float = 0.4
    ending: float = 0.3
    lone: float = 0.2

    saturation: float = 2.0
    length: float = 0.85
    user: float = 1.3
    adjacent: float = 0.35
    neighbour: float = 0.3

    further: float = 0.3
    passage: float = 0.5
    passage_length: float = 0.5
    whole: float = 0.75
    whole_saturation: float = 1.2
    whole_length: float = 0.75
    title: float = 0.5
    work: float = 0.1
    dated: float = 0.6
    generated: float = 0.7
    automatic: float = 0.4


WEIGHTS = Weights()
"""The one configuration."""
