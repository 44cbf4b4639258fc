"""Word classes of French."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

FRENCH = Lexicon(
    code="fr",
    ignore=(
        "ignore|ignorez|ignorer|ignorant|oublie|oubliez|oublier|néglige|négligez|négliger|outrepasse|"
        "outrepassez|outrepasser|contourne|contournez|contourner|écrase|écrasez|passe outre|passez outre|"
        "passer outre|désobéis|désobéissez|annule|annulez|ne suis plus|ne suivez plus|ne suis pas|"
        "ne tiens pas compte|ne tenez pas compte|ne tiens plus compte|ne tenez plus compte|fais abstraction|"
        "faites abstraction|faire abstraction|fais fi|faites fi|écarte|écartez|abandonne|abandonnez|"
        "ne respecte plus|ne respecte pas|n'obéis plus|mets de côté|laisse tomber"
    ),
    prior=(
        "précédent|précédente|précédents|précédentes|antérieures|antérieurs|ci-dessus|toutes|tous|toute|tes|"
        "vos|votre|ton|système|initiales|initial|originales|développeur|d'avant|sécurité|reçues|données|"
        "préalables|plus haut|existantes"
    ),
    orders=(
        "instruction|instructions|consigne|consignes|règle|règles|directive|directives|ordres|restrictions|"
        "contraintes|politiques|limites|limitations|invite|invites|filtres|garde-fous|programmation"
    ),
    told=(
        "tout ce que|tout ce qui précède|ce qui précède|ce qu'on t'a dit|ce que je t'ai dit|ce que vous avez|"
        "messages précédents|conversation précédente|tout cela|tout ce qui a été|tout ce qu'on|"
        "ce que tu sais|contexte précédent|ce qui a été dit|tout"
    ),
    task=(
        "page|document|cv|fonction|question|tâche|demande|texte|code|article|utilisateur|description|"
        "transaction|curriculum"
    ),
    reveal=(
        "révèle|révélez|révéler|révèle-moi|montre|montre-moi|montrez|montrez-moi|affiche|affichez|afficher|"
        "dis-moi|dites-moi|donne|donne-moi|donnez-moi|donnez|imprime|imprimez|répète|répétez|répéter|écris|"
        "écrivez|divulgue|divulguez|divulguer|partage|partagez|copie|résume|traduis|recopie|recopiez|"
        "communique|liste|énumère|fournis|fournissez|explique"
    ),
    hidden=(
        "prompt système|prompt du système|message système|instructions système|instructions du système|"
        "invite système|tes instructions|vos instructions|instructions initiales|instructions d'origine|"
        "instructions cachées|instructions internes|prompt initial|prompt caché|instructions précédentes|"
        "ton prompt|votre prompt|tes consignes|vos consignes|texte ci-dessus|tes règles|vos règles|"
        "consignes système|instructions secrètes|consignes initiales|instructions confidentielles|"
        "invite initiale|tout ce qui précède"
    ),
    secrets=(
        "mot de passe|mots de passe|clé secrète|clés api|clé api|clé privée|clés privées|clés secrètes|"
        "secrets|jeton|jetons|données confidentielles|variables d'environnement|informations confidentielles|"
        "données sensibles|code secret|identifiants de connexion|clés de chiffrement"
    ),
    yours="ta|ton|tes|votre|vos",
    send=(
        "envoie|envoyez|envoyer|envoie-les|envoyez-les|envoie-le|transmets|transmettez|transmettre|transfère|"
        "transférez|transférer|téléverse|téléversez|poste|postez|publie|publiez|expédie|fais suivre|exfiltre|"
        "exfiltrez|exfiltrer|partage|uploade|adresse|copie cachée|mets en copie"
    ),
    everything=(
        "tous les fichiers|toutes les données|tous les messages|conversation|conversations|historique|"
        "contenu de|contenu du|contenus|la mémoire|tout le contenu|code source|base de données|"
        "données utilisateur|données de l'utilisateur|contacts|fichiers|documents|messages"
    ),
    carrier="paramètres de chaque requête|paramètre d'url|dans l'url|chaque requête|"
    "url de l'image|requête de recherche",
    fetch=(
        "télécharge|téléchargez|télécharger|récupère|récupérez|récupérer|consulte|consultez|consulter|lis|"
        "lisez|vérifie|vérifiez|visite|interroge|interrogez|connecte-toi|accède"
    ),
    add=("ajoute|ajoutez|ajouter|écris|écrivez|insère|insérez|copie|copiez|enregistre|mets|mettez|inclus|inscris"),
    itself=(
        "cette instruction|ces instructions|cette note|cette règle|ce texte|ce message|cette mémoire|"
        "l'instruction suivante|les instructions suivantes|cette ligne|cette consigne"
    ),
    hide=(
        "ne le dis pas à l'utilisateur|ne dis pas à l'utilisateur|ne dites pas à l'utilisateur|"
        "ne dis rien à l'utilisateur|ne dites rien à l'utilisateur|n'informe pas l'utilisateur|"
        "n'informez pas l'utilisateur|n'en parle pas à l'utilisateur|n'en parle pas|n'en parlez pas|"
        "ne le mentionne pas|ne le mentionnez pas|ne préviens pas l'utilisateur|à l'insu de l'utilisateur|"
        "sans que l'utilisateur le sache|sans que l'utilisateur ne le sache|sans prévenir l'utilisateur|"
        "sans informer l'utilisateur|sans le dire à l'utilisateur|sans en informer l'utilisateur|"
        "cache-le à l'utilisateur|cache * à l'utilisateur|en secret|secrètement|discrètement|en cachette|"
        "ne le dis à personne|n'avertis pas l'utilisateur|n'alerte pas l'utilisateur|"
        "sans avertir l'utilisateur|ne mentionne pas * à l'utilisateur|ne le dis jamais|ne mentionne jamais|"
        "ne révèle pas * à l'utilisateur|sans le mentionner"
    ),
    persona=(
        "tu es maintenant|vous êtes maintenant|tu es désormais|vous êtes désormais|agis comme|agissez comme|"
        "agis en tant que|fais semblant|faites semblant|prétends être|imagine que tu es|joue le rôle|"
        "jouez le rôle|comporte-toi|comportez-vous|passe en mode|mode|incarne|incarnez|deviens|devenez|"
        "tu vas être|tu seras|tu es|vous êtes"
    ),
    unbound=(
        "sans restriction|sans restrictions|sans aucune restriction|sans limite|sans limites|"
        "sans aucune limite|sans règles|sans règle|sans filtre|sans filtres|sans censure|sans éthique|"
        "sans morale|non censurée|aucune restriction|aucune règle|aucune limite|mode développeur|"
        "mode administrateur|mode maintenance|mode débogage|libre de toute|libéré de|n'a pas de règles|"
        "ne refuse jamais|tout faire|n'importe quoi|débridé|débridée|sans contraintes|sans aucune contrainte|"
        "non restreint|mode dieu"
    ),
    answer=(
        "réponds|répondez|répondre|agis|agissez|parle|comporte-toi|génère|obéis|fais|faites|tu as|vous avez|"
        "fonctionne|réagis|opère"
    ),
    off=(
        "ne s'appliquent pas|ne s'applique pas|ne s'appliquent plus|ne s'applique plus|plus valables|"
        "plus valides|ne sont plus|désactivées|désactivés|désactivé|suspendues|suspendus|levées|annulées|"
        "n'existent plus|ne valent"
    ),
    refuse=(
        "ne refuse pas|ne refuse jamais|ne refusez pas|ne refusez jamais|tu ne peux pas refuser|"
        "vous ne pouvez pas refuser|sans refuser|ne t'excuse pas|ne vous excusez pas|"
        "reste dans ton personnage|restez dans votre personnage|ne sors pas du personnage|"
        "ne sortez pas du personnage"
    ),
    unasked=(
        "sans demander|sans confirmation|sans confirmer|sans demander confirmation|sans autorisation|"
        "sans approbation|sans permission|sans validation|ne demande pas|ne demandez pas|ne demande jamais|"
        "ne demandez jamais|saute la confirmation|sans consulter|approbation automatique|"
        "approuve automatiquement|approuvez automatiquement|approuver automatiquement|déjà approuvé|"
        "déjà approuvée|préapprouvé|pré-approuvé|préapprouvées|sans attendre|pas besoin de confirmation|"
        "pas besoin d'approbation|inutile de demander"
    ),
    act=(
        "exécute|exécutez|exécuter|supprime|supprimez|supprimer|efface|approuve|approuver|vire|transfère|"
        "paie|payer|achète|installe|installer|commande|commandes|actions|action|opérations|outils|ordres|"
        "lance|lancer"
    ),
    always=(
        "à partir de maintenant|dorénavant|désormais|chaque fois que|à chaque fois|quand l'utilisateur|"
        "lorsque l'utilisateur|la prochaine fois|toujours|dès que|à l'avenir|à chaque réponse|"
        "si l'utilisateur"
    ),
    fresh=(
        "nouvelles instructions|nouvelle instruction|nouvelle tâche|nouvelles règles|nouvelles consignes|"
        "message système|message du système|instruction système|notification système|"
        "message de l'administrateur|message du développeur"
    ),
    disable=(
        "désactive|désactivez|désactiver|éteins|éteindre|contourne|contournez|supprime|saute|arrête|arrêtez|"
        "désinstalle|enlève|lève|retire"
    ),
    guards=(
        "pare-feu|antivirus|approbations|contrôles de sécurité|vérifications de sécurité|filtres de sécurité|"
        "mesures de sécurité|journal d'audit|journaux d'audit|bac à sable|sandbox|scanner|confirmations|"
        "filtres|surveillance|fonctions de sécurité|toutes les restrictions|les restrictions|validations"
    ),
    gone="est supprimée|est supprimé|est effacée|est effacé|supprimée|supprimé|effacée|effacé|disparaît",
    again=(
        "ajoute-la à nouveau|ajoute-la de nouveau|ajoute-le à nouveau|rajoute|rajoutez|réécris|réécrivez|"
        "recrée|recréez|remets|remettez|réinscris|réajoute|écris-la à nouveau|enregistre-la à nouveau"
    ),
    never="ne|pas|jamais|sans|évite de|éviter de|éviter d'|n'",
)

RULES = rules_of(FRENCH)
