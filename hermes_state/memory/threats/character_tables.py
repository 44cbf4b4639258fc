"""Look-alikes of Latin letters, pictographs, marks.

Written by ``native/generate_confusables.py``: do not edit.

Facts of Unicode (UTS 39 ``confusables.txt``, character names, ``Extended_Pictographic``), Unicode License V3.
"""

from __future__ import annotations

# fmt: off

LOOKALIKES: dict[str, str] = {
    "a": (
        "\u023a\u0251\u0391\u03b1\u0410\u0430\u13aa\u1d00\u1d8f\u2c65"
        "\ua4ee\uab7a\U0001f150\U0001f170\U0001f1e6"
    ),
    "b": (
        "\u0180\u0181\u0182\u0183\u0184\u0243\u0253\u0299\u0392\u03b2"
        "\u0411\u0412\u042c\u0432\u0462\u0463\u048c\u048d\u13cf\u13f4"
        "\u13fc\u1d03\u1d6c\u1d80\ua4d0\ua796\ua797\ua7b4\U0001f151\U0001f171"
        "\U0001f1e7"
    ),
    "c": (
        "\u0187\u0188\u023b\u023c\u0255\u037d\u03f2\u03f5\u03f9\u03ff"
        "\u0404\u0421\u0441\u0454\u04aa\u04ab\u0511\u13df\u1d04\u2184"
        "\u2c88\u2c89\u2ca4\u2ca5\ua4da\ua73e\ua73f\ua792\ua793\ua794"
        "\ua7c4\uab9b\uabaf\U00010415\U00010429\U0001043d\U0001df1d\U0001f152\U0001f172\U0001f1e8"
    ),
    "d": (
        "\u00d0\u0110\u0111\u0189\u018a\u018b\u018c\u0221\u0256\u0257"
        "\u0501\u13a0\u13e7\u1d05\u1d6d\u1d81\u1d91\ua4d2\ua4d3\ua779"
        "\ua77a\ua7c7\ua7c8\uab70\U0001f153\U0001f173\U0001f1e9"
    ),
    "e": (
        "\u018e\u0190\u0246\u0247\u0258\u025b\u025c\u025d\u0395\u03b5"
        "\u0415\u0435\u0437\u04bd\u04bf\u0510\u13ac\u13cb\u1d07\u1d08"
        "\u1d92\u1d93\u1d94\u2c78\ua4f0\ua4f1\ua7ab\uab32\uab33\uab34"
        "\uab7c\U00010401\U0001f154\U0001f174\U0001f1ea"
    ),
    "f": (
        "\u0191\u0192\u03dc\u0584\u1d6e\u1d82\ua4dd\ua730\ua77b\ua77c"
        "\ua798\ua799\uab35\U0001f155\U0001f175\U0001f1eb"
    ),
    "g": (
        "\u018d\u0193\u01e4\u01e5\u0260\u0261\u0262\u029b\u050c\u050d"
        "\u0581\u13c0\u13f3\u13fb\u1d79\u1d83\u1da2\ua4d6\ua77d\ua7a0"
        "\ua7a1\ua7ac\uab36\uab90\U0001df01\U0001f156\U0001f176\U0001f1ec"
    ),
    "h": (
        "\u0126\u0127\u0266\u029c\u0397\u041d\u043d\u045b\u04a2\u04bb"
        "\u04c7\u04c9\u0570\u13bb\u13c2\u13f2\u1d78\u2c67\u2c68\u2c8e"
        "\ua4e7\ua695\ua727\ua795\ua7aa\uab8b\U0001f157\U0001f177\U0001f1ed"
    ),
    "i": (
        "\u0131\u0196\u0197\u0268\u0269\u026a\u0399\u03b9\u0406\u0456"
        "\u04c0\u04cf\u13a5\u1d7b\u1d7c\u1d96\u1fbe\u2c92\ua647\ua7ae"
        "\uab75\U0001df1a\U0001f158\U0001f178\U0001f1ee"
    ),
    "j": (
        "\u0237\u0248\u0249\u025f\u0284\u029d\u037f\u03f3\u0408\u0458"
        "\u0575\u13ab\u1d0a\ua4d9\ua7b2\uab7b\U0001f159\U0001f179\U0001f1ef"
    ),
    "k": (
        "\u0138\u0198\u0199\u039a\u03ba\u041a\u043a\u049a\u049e\u13e6"
        "\u1d0b\u1d84\u2c69\u2c6a\u2c94\ua4d7\ua740\ua741\ua742\ua743"
        "\ua744\ua745\ua7a2\ua7a3\U0001df03\U0001f15a\U0001f17a\U0001f1f0"
    ),
    "l": (
        "\u0141\u0142\u019a\u01c0\u0234\u023d\u026b\u026c\u026d\u029f"
        "\u13de\u1d0c\u1d85\u2c60\u2c61\u2c62\u2cd0\u2cd1\ua4e1\ua4f2"
        "\ua748\ua749\ua78e\ua7ad\uab37\uab38\uab39\uabae\U0001041b\U00010443"
        "\U0001df04\U0001df11\U0001df13\U0001f15b\U0001f17b\U0001f1f1"
    ),
    "m": (
        "\u0271\u028d\u039c\u03fa\u041c\u043c\u04cd\u13b7\u1d0d\u1d6f"
        "\u1d86\u2c6e\u2c98\ua4df\uab3a\uab51\U0001f15c\U0001f17c\U0001f1f2"
    ),
    "n": (
        "\u019d\u019e\u0220\u0235\u0272\u0273\u0274\u0377\u039d\u03b7"
        "\u0418\u0438\u043f\u0578\u057c\u1d0e\u1d70\u1d87\u2c9a\ua4e0"
        "\ua790\ua791\ua7a4\ua7a5\uab3b\U0001044d\U0001f15d\U0001f17d\U0001f1f3"
    ),
    "o": (
        "\u00d8\u00f8\u0186\u019f\u01fe\u01ff\u0254\u0275\u037b\u0398"
        "\u039f\u03b8\u03bf\u03c3\u03d1\u03f4\u03fd\u041e\u043e\u0472"
        "\u0473\u04e8\u04e9\u0555\u0585\u13be\u13eb\u1d0f\u1d10\u1d11"
        "\u1d97\u2c7a\u2c9e\u2c9f\ua4db\ua4f3\ua74a\ua74b\ua74c\ua74d"
        "\uab3d\uab3e\uab3f\uab74\uab8e\uabbb\U00010404\U00010423\U0001042c\U0001044b"
        "\U0001df1b\U0001f15e\U0001f17e\U0001f1f4"
    ),
    "p": (
        "\u01a4\u01a5\u03a1\u03c1\u03f1\u0420\u0440\u13e2\u1d18\u1d29"
        "\u1d71\u1d7d\u1d88\u2c63\u2ca2\u2ca3\ua4d1\ua750\ua751\ua752"
        "\ua753\ua754\ua755\uabb2\U0001f15f\U0001f17f\U0001f18a\U0001f1f5"
    ),
    "q": (
        "\u024a\u024b\u02a0\u051b\u0563\u0566\u1d90\ua756\ua757\ua758"
        "\ua759\ua7af\U0001f160\U0001f180\U0001f1f6"
    ),
    "r": (
        "\u01a6\u024c\u024d\u027c\u027d\u027e\u027f\u0280\u042f\u0433"
        "\u044f\u0493\u13a1\u13d2\u1d19\u1d26\u1d72\u1d73\u1d89\u2c64"
        "\u2c85\ua4e3\ua782\ua783\ua7a6\ua7a7\uab46\uab47\uab48\uab49"
        "\uab4b\uab4c\uab71\uab81\uaba2\U0001df16\U0001f161\U0001f181\U0001f1f7"
    ),
    "s": (
        "\u01bd\u023f\u0282\u0405\u0455\u054f\u13d5\u13da\u1d74\u1d8a"
        "\u1e9c\u1e9d\u2c7e\ua4e2\ua731\ua784\ua785\ua7a8\ua7a9\ua7c5"
        "\ua7c9\ua7ca\uabaa\U00010420\U00010448\U0001df1e\U0001f162\U0001f182\U0001f1f8"
    ),
    "t": (
        "\u0166\u0167\u01ab\u01ac\u01ad\u01ae\u0236\u023e\u0288\u03a4"
        "\u03c4\u0422\u0442\u04ac\u13a2\u13bf\u1d1b\u1d75\u2c66\u2ca6"
        "\ua4d4\ua786\ua787\uab72\U0001df09\U0001f163\U0001f183\U0001f1f9"
    ),
    "u": (
        "\u0244\u03c5\u0446\u054d\u057d\u13cc\u1d1c\u1d7e\u1d99\ua4f4"
        "\ua79f\ua7b8\ua7b9\uab4e\uab52\uab9c\U0001f164\U0001f184\U0001f1fa"
    ),
    "v": (
        "\u01b2\u028b\u03bd\u0474\u0475\u13d9\u1d20\u1d8c\u2c71\u2c74"
        "\ua4e6\ua75e\ua75f\uaba9\U0001f165\U0001f185\U0001f1fb"
    ),
    "w": (
        "\u026f\u03c9\u0448\u0461\u047d\u051c\u051d\u0561\u13b3\u13d4"
        "\u1d21\u2c72\u2c73\ua4ea\ua761\uab83\U0001f166\U0001f186\U0001f1fc"
    ),
    "x": (
        "\u03a7\u03c7\u0425\u0445\u04b2\u1d8d\u2cac\ua4eb\ua7b3\uab56"
        "\uab57\uab58\uab59\U0001f167\U0001f187\U0001f1fd"
    ),
    "y": (
        "\u01b3\u01b4\u024e\u024f\u0263\u028f\u03a5\u03b3\u03d2\u0423"
        "\u0443\u04ae\u04af\u04b0\u04b1\u13a9\u13bd\u1efe\u1eff\u2ca8"
        "\ua4ec\uab5a\U0001f168\U0001f188\U0001f1fe"
    ),
    "z": (
        "\u01b5\u01b6\u0224\u0225\u0240\u0290\u0291\u0396\u03b6\u13c3"
        "\u1d22\u1d76\u1d8e\u2c6b\u2c6c\u2c7f\ua4dc\ua7c6\uab93\U0001f169"
        "\U0001f189\U0001f1ff"
    ),
}
"""Latin letter to what looks like it in any script; accented letters that decompose are not listed."""

PICTOGRAPHS = (
    0x00A9, 0x00AA, 0x00AE, 0x00AF, 0x203C, 0x203D, 0x2049, 0x204A, 0x2122, 0x2123, 0x2139, 0x213A,
    0x2194, 0x219A, 0x21A9, 0x21AB, 0x231A, 0x231C, 0x2328, 0x2329, 0x23CF, 0x23D0, 0x23E9, 0x23F4,
    0x23F8, 0x23FB, 0x24C2, 0x24C3, 0x25AA, 0x25AC, 0x25B6, 0x25B7, 0x25C0, 0x25C1, 0x25FB, 0x25FF,
    0x2600, 0x2605, 0x260E, 0x260F, 0x2611, 0x2612, 0x2614, 0x2616, 0x2618, 0x2619, 0x261D, 0x261E,
    0x2620, 0x2621, 0x2622, 0x2624, 0x2626, 0x2627, 0x262A, 0x262B, 0x262E, 0x2630, 0x2638, 0x263B,
    0x2640, 0x2641, 0x2642, 0x2643, 0x2648, 0x2654, 0x265F, 0x2661, 0x2663, 0x2664, 0x2665, 0x2667,
    0x2668, 0x2669, 0x267B, 0x267C, 0x267E, 0x2680, 0x2692, 0x2698, 0x2699, 0x269A, 0x269B, 0x269D,
    0x26A0, 0x26A2, 0x26A7, 0x26A8, 0x26AA, 0x26AC, 0x26B0, 0x26B2, 0x26BD, 0x26BF, 0x26C4, 0x26C6,
    0x26C8, 0x26C9, 0x26CE, 0x26D0, 0x26D1, 0x26D2, 0x26D3, 0x26D5, 0x26E9, 0x26EB, 0x26F0, 0x26F6,
    0x26F7, 0x26FB, 0x26FD, 0x26FE, 0x2702, 0x2703, 0x2705, 0x2706, 0x2708, 0x270E, 0x270F, 0x2710,
    0x2712, 0x2713, 0x2714, 0x2715, 0x2716, 0x2717, 0x271D, 0x271E, 0x2721, 0x2722, 0x2728, 0x2729,
    0x2733, 0x2735, 0x2744, 0x2745, 0x2747, 0x2748, 0x274C, 0x274D, 0x274E, 0x274F, 0x2753, 0x2756,
    0x2757, 0x2758, 0x2763, 0x2765, 0x2795, 0x2798, 0x27A1, 0x27A2, 0x27B0, 0x27B1, 0x27BF, 0x27C0,
    0x2934, 0x2936, 0x2B05, 0x2B08, 0x2B1B, 0x2B1D, 0x2B50, 0x2B51, 0x2B55, 0x2B56, 0x3030, 0x3031,
    0x303D, 0x303E, 0x3297, 0x3298, 0x3299, 0x329A, 0x1F004, 0x1F005, 0x1F02C, 0x1F030, 0x1F094, 0x1F0A0,
    0x1F0AF, 0x1F0B1, 0x1F0C0, 0x1F0C1, 0x1F0CF, 0x1F0D1, 0x1F0F6, 0x1F100, 0x1F170, 0x1F172, 0x1F17E, 0x1F180,
    0x1F18E, 0x1F18F, 0x1F191, 0x1F19B, 0x1F1AE, 0x1F1E6, 0x1F201, 0x1F210, 0x1F21A, 0x1F21B, 0x1F22F, 0x1F230,
    0x1F232, 0x1F23B, 0x1F23C, 0x1F240, 0x1F249, 0x1F260, 0x1F266, 0x1F322, 0x1F324, 0x1F394, 0x1F396, 0x1F398,
    0x1F399, 0x1F39C, 0x1F39E, 0x1F3F1, 0x1F3F3, 0x1F3F6, 0x1F3F7, 0x1F3FB, 0x1F400, 0x1F4FE, 0x1F4FF, 0x1F53E,
    0x1F549, 0x1F54F, 0x1F550, 0x1F568, 0x1F56F, 0x1F571, 0x1F573, 0x1F57B, 0x1F587, 0x1F588, 0x1F58A, 0x1F58E,
    0x1F590, 0x1F591, 0x1F595, 0x1F597, 0x1F5A4, 0x1F5A6, 0x1F5A8, 0x1F5A9, 0x1F5B1, 0x1F5B3, 0x1F5BC, 0x1F5BD,
    0x1F5C2, 0x1F5C5, 0x1F5D1, 0x1F5D4, 0x1F5DC, 0x1F5DF, 0x1F5E1, 0x1F5E2, 0x1F5E3, 0x1F5E4, 0x1F5E8, 0x1F5E9,
    0x1F5EF, 0x1F5F0, 0x1F5F3, 0x1F5F4, 0x1F5FA, 0x1F650, 0x1F680, 0x1F6C6, 0x1F6CB, 0x1F6D3, 0x1F6D5, 0x1F6E6,
    0x1F6E9, 0x1F6EA, 0x1F6EB, 0x1F6F1, 0x1F6F3, 0x1F700, 0x1F7DA, 0x1F800, 0x1F80C, 0x1F810, 0x1F848, 0x1F850,
    0x1F85A, 0x1F860, 0x1F888, 0x1F890, 0x1F8AE, 0x1F8B0, 0x1F8BC, 0x1F8C0, 0x1F8C2, 0x1F8D0, 0x1F8D9, 0x1F900,
    0x1F90C, 0x1F93B, 0x1F93C, 0x1F946, 0x1F947, 0x1FA00, 0x1FA58, 0x1FA60, 0x1FA6E, 0x1FB00, 0x1FC00, 0x1FFFE,
)
"""Extended_Pictographic: start, end, start, end, ...; ``bisect_right(...) & 1`` tells membership."""


MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2"
    "\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711"
    "\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819"
    "\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f"
    "\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957"
    "\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8"
    "\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03"
    "\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51"
    "\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5"
    "\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03"
    "\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57"
    "\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd"
    "\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48"
    "\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc"
    "\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3"
    "\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d"
    "\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4"
    "\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a"
    "\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u0f18-\u0f19"
    "\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84"
    "\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e"
    "\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074"
    "\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715"
    "\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd"
    "\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b"
    "\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f"
    "\u1ab0-\u1ace\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82"
    "\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8"
    "\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0"
    "\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a"
    "\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802"
    "\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881"
    "\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953"
    "\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43"
    "\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8"
    "\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea"
    "\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\uff9e-\uff9f"
    "\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06"
    "\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27"
    "\U00010eab-\U00010eac\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046"
    "\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2"
    "\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182"
    "\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e"
    "\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348"
    "\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374"
    "\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0"
    "\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a"
    "\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943"
    "\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39"
    "\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011c2f-\U00011c36"
    "\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a"
    "\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91"
    "\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f"
    "\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e"
    "\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182"
    "\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c"
    "\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006"
    "\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e130-\U0001e136"
    "\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef"
)
"""Combining marks and what NFKC turns into one, as the inside of a regular expression's class."""
