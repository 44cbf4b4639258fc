"""Word classes of Spanish, French, Portuguese, Italian, Romanian and Catalan."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

SPANISH = Lexicon(
    code="es",
    ignore="ignora|ignore|ignoren|ignorad|ignorar|ignorando|ignores|olvida|olvide|olvidar|olviden|olvídate|olvídese|omite|omitir|omita|"
    "descarta|descartar|descarte|desestima|desestime|desatiende|desobedece|desobedezca|anula|anular|anule|elude|eludir|salta|sáltate|"
    "saltarte|sobrescribe|sobrescribir|incumple|deja de seguir|deja de obedecer|no sigas|no obedezcas|haz caso omiso|hacer caso omiso|"
    "haga caso omiso|no hagas caso|no tengas en cuenta|prescinde",
    prior="anterior|anteriores|previa|previas|previo|previos|arriba|todas|todos|toda|todo|tus|sus|tu|su|sistema|originales|iniciales|"
    "desarrollador|cualquier|seguridad|precedentes|te dieron|dadas|recibidas|recibido",
    orders="instrucción|instrucciones|indicaciones|órdenes|orden|reglas|regla|normas|directrices|directivas|restricciones|políticas|"
    "limitaciones|pautas|mandatos|filtros|programación",
    reveal="revela|revele|revelar|revélame|muestra|muestre|mostrar|muéstrame|dime|dame|imprime|imprimir|imprima|repite|repita|repetir|"
    "escribe|escríbeme|comparte|divulga|divulgar|filtra|filtrar|expón|enséñame|copia|resume|traduce|cuéntame|lista|di|devuelve|"
    "proporciona|facilita|indícame|explícame",
    hidden="prompt del sistema|prompt de sistema|mensaje del sistema|mensaje de sistema|instrucciones del sistema|tus instrucciones|"
    "sus instrucciones|instrucciones iniciales|instrucciones originales|instrucciones ocultas|instrucciones internas|prompt inicial|"
    "prompt oculto|instrucciones anteriores|tu prompt|tus reglas|instrucciones secretas|texto anterior|texto de arriba|"
    "indicaciones del sistema|tus directrices|todo lo anterior|instrucciones confidenciales",
    secrets="contraseña|contraseñas|clave|claves|clave secreta|claves api|clave privada|credenciales|secretos|secreto|tokens|token|datos confidenciales|"
    "información confidencial|variables de entorno|datos sensibles|datos personales",
    send="envía|envíe|enviar|envíalos|envíalas|envíalo|envíales|enviarlos|envíaselo|manda|mandar|mande|reenvía|reenvíe|reenviar|"
    "reenvíalos|sube|subir|suba|súbelos|publica|publicar|transmite|transmitir|transfiere|filtra|exfiltra|exfiltrar|remite|comparte|postea|"
    "copia oculta|cco",
    everything="todos los archivos|todos los ficheros|todos los datos|todos los mensajes|conversación|conversaciones|historial|"
    "contenido de|contenidos|la memoria|todo el contenido|código fuente|base de datos|datos del usuario|contactos|archivos|mensajes|documentos",
    hide="no se lo digas al usuario|no digas al usuario|no le digas al usuario|no le digas nada al usuario|no informes al usuario|"
    "no se lo cuentes|no lo menciones al usuario|no le cuentes al usuario|no menciones * al usuario|sin que el usuario lo sepa|"
    "sin que el usuario se entere|sin informar al usuario|sin avisar al usuario|sin decírselo al usuario|sin decirle al usuario|"
    "ocúltaselo al usuario|oculta * al usuario|ocultar al usuario|en secreto|a escondidas|no lo menciones|no se lo digas a nadie|"
    "sin conocimiento del usuario|no avises al usuario|no reveles * al usuario|no notifiques al usuario|no se lo menciones|"
    "nunca se lo digas|nunca informes|no comentes * al usuario|sin notificar al usuario",
    persona="ahora eres|a partir de ahora eres|eres ahora|actúa como|actúe como|actuarás como|finge ser|finge que|simula ser|simula que|"
    "imagina que eres|hazte pasar|haz de|interpreta|interpretarás|entra en modo|modo|compórtate como|conviértete en|vas a ser|serás|eres",
    unbound="sin restricciones|sin límites|sin limitaciones|sin reglas|sin filtros|sin filtro|sin censura|sin ética|sin moral|"
    "irrestricta|irrestricto|no tiene restricciones|no tienes restricciones|sin normas|modo desarrollador|modo administrador|"
    "modo mantenimiento|modo depuración|libre de restricciones|sin ninguna restricción|ninguna regla|ninguna restricción|"
    "no tiene reglas|no sigue las reglas|nunca se niega|nunca rechaza|hacer cualquier cosa|ignora las|no sujeta a|modo dios",
    unasked="sin preguntar|sin preguntarme|sin confirmación|sin confirmar|sin pedir confirmación|sin pedir permiso|sin permiso|"
    "sin aprobación|sin autorización|no pidas confirmación|no pidas permiso|no preguntes|no solicites|omite la confirmación|"
    "aprobación automática|aprobar automáticamente|aprueba automáticamente|ya ha aprobado|ya aprobó|preaprobado|preaprobadas|"
    "sin esperar confirmación|sin consultar|sáltate la confirmación|no es necesaria la confirmación|sin solicitar|nunca pidas",
    act="ejecuta|ejecutar|ejecute|borra|borrar|elimina|eliminar|aprueba|aprobar|transfiere|transferir|paga|pagar|compra|instala|instalar|"
    "comando|comandos|acciones|acción|operaciones|envía|herramientas|órdenes",
    always="a partir de ahora|de ahora en adelante|desde ahora|cada vez que|siempre que|cuando el usuario|la próxima vez|siempre|en adelante|"
    "en cuanto|cada respuesta|si el usuario",
    fresh="nuevas instrucciones|nueva instrucción|nueva tarea|nuevas reglas|nuevo rol|mensaje del sistema|aviso del sistema|"
    "instrucción del sistema|anulación del sistema|mensaje del administrador|mensaje del desarrollador|actualización del sistema",
    never="no|nunca|jamás|sin|evita|evitar",
)

FRENCH = Lexicon(
    code="fr",
    ignore="ignore|ignorez|ignorer|ignorant|oublie|oubliez|oublier|néglige|négligez|négliger|outrepasse|outrepassez|outrepasser|"
    "contourne|contournez|contourner|écrase|écrasez|passe outre|passez outre|passer outre|désobéis|désobéissez|annule|annulez|"
    "ne suis plus|ne suivez plus|ne suis pas|ne tiens pas compte|ne tenez pas compte|ne tiens plus compte|ne tenez plus compte|"
    "fais abstraction|faites abstraction|faire abstraction|fais fi|faites fi|écarte|écartez|supprime|supprimez|abandonne|abandonnez|"
    "ne respecte plus|ne respecte pas|n'obéis plus|mets de côté|laisse tomber",
    prior="précédent|précédente|précédents|précédentes|antérieures|antérieurs|ci-dessus|toutes|tous|toute|tes|vos|votre|ton|système|"
    "initiales|initial|originales|développeur|d'avant|sécurité|reçues|données|préalables|plus haut|existantes",
    orders="instruction|instructions|consigne|consignes|règle|règles|directive|directives|ordres|restrictions|contraintes|politiques|"
    "limites|limitations|invite|invites|filtres|garde-fous|programmation",
    reveal="révèle|révélez|révéler|révèle-moi|montre|montre-moi|montrez|montrez-moi|affiche|affichez|afficher|dis-moi|dites-moi|donne|"
    "donne-moi|donnez-moi|donnez|imprime|imprimez|répète|répétez|répéter|écris|écrivez|divulgue|divulguez|divulguer|partage|partagez|"
    "copie|résume|traduis|recopie|recopiez|communique|liste|énumère|fournis|fournissez|explique",
    hidden="prompt système|prompt du système|message système|instructions système|instructions du système|invite système|tes instructions|"
    "vos instructions|instructions initiales|instructions d'origine|instructions cachées|instructions internes|prompt initial|"
    "prompt caché|instructions précédentes|ton prompt|votre prompt|tes consignes|vos consignes|texte ci-dessus|tes règles|vos règles|"
    "consignes système|instructions secrètes|consignes initiales|instructions confidentielles|invite initiale|tout ce qui précède",
    secrets="mot de passe|mots de passe|clé secrète|clés api|clé api|clé privée|clés privées|clés secrètes|clés|identifiants|secrets|jeton|jetons|"
    "données confidentielles|variables d'environnement|informations confidentielles|données sensibles|code secret",
    send="envoie|envoyez|envoyer|envoie-les|envoyez-les|envoie-le|transmets|transmettez|transmettre|transfère|transférez|transférer|"
    "téléverse|téléversez|poste|postez|publie|publiez|expédie|fais suivre|exfiltre|exfiltrez|exfiltrer|partage|uploade|adresse|copie cachée|"
    "mets en copie",
    everything="tous les fichiers|toutes les données|tous les messages|conversation|conversations|historique|contenu de|contenu du|contenus|"
    "la mémoire|tout le contenu|code source|base de données|données utilisateur|données de l'utilisateur|contacts|fichiers|documents|messages",
    hide="ne le dis pas à l'utilisateur|ne dis pas à l'utilisateur|ne dites pas à l'utilisateur|ne dis rien à l'utilisateur|"
    "ne dites rien à l'utilisateur|n'informe pas l'utilisateur|n'informez pas l'utilisateur|n'en parle pas à l'utilisateur|"
    "n'en parle pas|n'en parlez pas|ne le mentionne pas|ne le mentionnez pas|ne préviens pas l'utilisateur|à l'insu de l'utilisateur|"
    "sans que l'utilisateur le sache|sans que l'utilisateur ne le sache|sans prévenir l'utilisateur|sans informer l'utilisateur|"
    "sans le dire à l'utilisateur|sans en informer l'utilisateur|cache-le à l'utilisateur|cache * à l'utilisateur|en secret|secrètement|"
    "discrètement|en cachette|ne le dis à personne|n'avertis pas l'utilisateur|n'alerte pas l'utilisateur|sans avertir l'utilisateur|"
    "ne mentionne pas * à l'utilisateur|ne le dis jamais|ne mentionne jamais|ne révèle pas * à l'utilisateur|sans le mentionner",
    persona="tu es maintenant|vous êtes maintenant|tu es désormais|vous êtes désormais|agis comme|agissez comme|agis en tant que|"
    "fais semblant|faites semblant|prétends être|imagine que tu es|joue le rôle|jouez le rôle|comporte-toi|comportez-vous|passe en mode|"
    "mode|incarne|incarnez|deviens|devenez|tu vas être|tu seras|tu es|vous êtes",
    unbound="sans restriction|sans restrictions|sans aucune restriction|sans limite|sans limites|sans aucune limite|sans règles|sans règle|"
    "sans filtre|sans filtres|sans censure|sans éthique|sans morale|non censurée|aucune restriction|aucune règle|aucune limite|"
    "mode développeur|mode administrateur|mode maintenance|mode débogage|libre de toute|libéré de|n'a pas de règles|ne refuse jamais|"
    "tout faire|n'importe quoi|débridé|débridée|sans contraintes|sans aucune contrainte|non restreint|mode dieu",
    unasked="sans demander|sans confirmation|sans confirmer|sans demander confirmation|sans autorisation|sans approbation|sans permission|"
    "sans validation|ne demande pas|ne demandez pas|ne demande jamais|ne demandez jamais|saute la confirmation|sans consulter|"
    "approbation automatique|approuve automatiquement|approuvez automatiquement|approuver automatiquement|déjà approuvé|déjà approuvée|"
    "préapprouvé|pré-approuvé|préapprouvées|sans attendre|pas besoin de confirmation|pas besoin d'approbation|inutile de demander",
    act="exécute|exécutez|exécuter|supprime|supprimez|supprimer|efface|approuve|approuver|vire|transfère|paie|payer|achète|installe|"
    "installer|commande|commandes|actions|action|opérations|outils|ordres|lance|lancer",
    always="à partir de maintenant|dorénavant|désormais|chaque fois que|à chaque fois|quand l'utilisateur|lorsque l'utilisateur|"
    "la prochaine fois|toujours|dès que|à l'avenir|à chaque réponse|si l'utilisateur",
    fresh="nouvelles instructions|nouvelle instruction|nouvelle tâche|nouvelles règles|nouvelles consignes|nouveau rôle|message système|"
    "message du système|instruction système|notification système|message de l'administrateur|message du développeur",
    never="ne|pas|jamais|sans|évite de|éviter de|éviter d'|n'",
)

PORTUGUESE = Lexicon(
    code="pt",
    ignore="ignore|ignora|ignorar|ignorem|ignorando|esqueça|esquece|esquecer|esqueçam|desconsidere|desconsidera|desconsiderar|"
    "desrespeite|descarte|descartar|desobedeça|anule|anular|sobrescreva|sobreponha|contorne|contornar|burle|burlar|pule|despreze|"
    "não siga|não obedeça|deixe de seguir|deixe de obedecer|pare de seguir|não leve em conta|abandone|passe por cima",
    prior="anterior|anteriores|prévias|prévia|prévios|acima|todas|todos|toda|suas|seus|tuas|teus|sistema|originais|iniciais|"
    "desenvolvedor|qualquer|segurança|precedentes|recebidas|dadas",
    orders="instrução|instruções|ordens|orientações|regras|regra|diretrizes|diretivas|restrições|políticas|limitações|comandos|normas|filtros|"
    "programação",
    reveal="revele|revela|revelar|mostre|mostra|mostrar|mostre-me|diga|diga-me|dê|dê-me|me diga|me dê|imprima|imprimir|repita|repetir|"
    "escreva|compartilhe|divulgue|divulgar|vaze|vazar|exiba|exibir|copie|resuma|traduza|liste|forneça|informe|exponha|conte",
    hidden="prompt do sistema|prompt de sistema|mensagem do sistema|mensagem de sistema|instruções do sistema|suas instruções|"
    "tuas instruções|instruções iniciais|instruções originais|instruções ocultas|instruções internas|prompt inicial|prompt oculto|"
    "instruções anteriores|seu prompt|suas regras|texto acima|instruções secretas|instruções confidenciais|suas diretrizes|tudo acima",
    secrets="senha|senhas|chave secreta|chaves api|chave api|chave privada|chaves|palavra-passe|credenciais|segredos|segredo|tokens|dados confidenciais|"
    "variáveis de ambiente|informações confidenciais|dados sensíveis|dados pessoais",
    send="envie|envia|enviar|enviem|envie-os|mande|manda|mandar|encaminhe|encaminhar|encaminha|suba|carregue|poste|postar|publique|"
    "publicar|transmita|transmitir|transfira|vaze|exfiltre|exfiltrar|remeta|compartilhe|repasse|cópia oculta",
    everything="todos os arquivos|todos os ficheiros|todos os dados|todas as mensagens|conversa|conversas|histórico|conteúdo|conteúdos|"
    "a memória|código-fonte|código fonte|banco de dados|base de dados|dados do usuário|contatos|contactos|arquivos|ficheiros|mensagens|documentos",
    hide="não conte ao usuário|não diga ao usuário|não informe o usuário|não informe ao usuário|não avise o usuário|não avise ao usuário|"
    "não mencione ao usuário|não mencione isso|não mencione isto|não conte a ninguém|não diga ao utilizador|não informe o utilizador|"
    "não conte ao utilizador|sem que o usuário saiba|sem que o utilizador saiba|sem informar o usuário|sem avisar o usuário|"
    "sem dizer ao usuário|sem contar ao usuário|sem o conhecimento do usuário|esconda do usuário|esconda * do usuário|oculte * do usuário|"
    "oculte do usuário|em segredo|secretamente|às escondidas|não revele * ao usuário|nunca conte ao usuário|nunca diga ao usuário|"
    "nunca mencione|não notifique o usuário|sem notificar o usuário|não comente * com o usuário|não diga nada ao usuário",
    persona="agora você é|você agora é|a partir de agora você|você é agora|aja como|atue como|finja ser|finja que|simule ser|simule|"
    "imagine que você é|interprete|faça de conta|entre no modo|entre em modo|modo|comporte-se como|torne-se|você será|você é|tu és|"
    "agora és|age como",
    unbound="sem restrições|sem restrição|sem limites|sem limitações|sem regras|sem filtros|sem filtro|sem censura|sem ética|sem moral|"
    "irrestrito|irrestrita|não tem restrições|sem nenhuma restrição|nenhuma regra|nenhuma restrição|modo desenvolvedor|"
    "modo de desenvolvedor|modo administrador|modo de manutenção|modo de depuração|livre de restrições|livre de regras|"
    "não tem regras|nunca recusa|fazer qualquer coisa|modo deus|não segue regras",
    unasked="sem perguntar|sem confirmação|sem confirmar|sem pedir confirmação|sem pedir permissão|sem permissão|sem aprovação|"
    "sem autorização|não peça confirmação|não peça permissão|não pergunte|não solicite|pule a confirmação|aprovação automática|"
    "aprove automaticamente|aprovar automaticamente|já aprovou|já foi aprovado|pré-aprovado|pré-aprovadas|pré-aprovados|sem consultar|"
    "sem esperar|nunca peça|não é necessária confirmação|dispense a confirmação",
    act="execute|executar|executa|apague|apagar|exclua|excluir|delete|aprove|aprovar|transfira|transferir|pague|pagar|compre|instale|"
    "instalar|comando|comandos|ações|ação|operações|ferramentas|rode|rodar|ordens",
    always="a partir de agora|de agora em diante|doravante|sempre que|toda vez que|cada vez que|quando o usuário|da próxima vez|sempre|"
    "assim que|no futuro|em cada resposta|se o usuário",
    fresh="novas instruções|nova instrução|nova tarefa|novas regras|novo papel|mensagem do sistema|aviso do sistema|instrução do sistema|"
    "mensagem do administrador|mensagem do desenvolvedor|substituição do sistema",
    never="não|nunca|jamais|sem|evite|evitar",
)

ITALIAN = Lexicon(
    code="it",
    ignore="ignora|ignorare|ignorate|ignori|dimentica|dimenticare|dimenticate|dimenticati|tralascia|trascura|scarta|scartare|"
    "disattendi|disobbedisci|annulla|annullare|annullate|aggira|aggirare|sovrascrivi|sovrascrivere|elimina|salta|non seguire|"
    "non rispettare|non obbedire|non tenere conto|non considerare|smetti di seguire|smetti di rispettare|metti da parte|abbandona|"
    "lascia perdere|viola|violare|infrangi",
    prior="precedente|precedenti|sopra|tutte|tutti|tutta|ogni|tue|tuoi|vostre|sistema|originali|iniziali|sviluppatore|qualsiasi|"
    "sicurezza|ricevute|date|antecedenti|finora",
    orders="istruzione|istruzioni|indicazioni|ordini|regole|regola|direttive|linee guida|restrizioni|politiche|limitazioni|comandi|norme|vincoli|"
    "filtri|programmazione",
    reveal="rivela|rivelare|rivelami|rivelate|mostra|mostrare|mostrami|mostrate|dimmi|dammi|stampa|stampare|ripeti|ripetere|scrivi|"
    "scrivimi|condividi|divulga|divulgare|svela|esponi|copia|riassumi|traduci|elenca|fornisci|comunica|visualizza|riporta|dì",
    hidden="prompt di sistema|prompt del sistema|messaggio di sistema|istruzioni di sistema|istruzioni del sistema|tue istruzioni|"
    "vostre istruzioni|istruzioni iniziali|istruzioni originali|istruzioni nascoste|istruzioni interne|prompt iniziale|prompt nascosto|"
    "istruzioni precedenti|tuo prompt|tue regole|testo sopra|testo precedente|istruzioni segrete|istruzioni riservate|tutto quanto sopra",
    secrets="parola d'ordine|password|chiave segreta|chiavi api|chiave api|chiave privata|chiavi|credenziali|segreti|segreto|token|dati riservati|"
    "variabili d'ambiente|informazioni riservate|dati sensibili|dati personali",
    send="invia|inviare|inviate|inviali|invialo|inviale|manda|mandare|mandali|inoltra|inoltrare|inoltrali|carica|caricare|pubblica|"
    "pubblicare|trasmetti|trasmettere|trasferisci|spedisci|spedire|esfiltra|esfiltrare|condividi|posta|copia nascosta|ccn",
    everything="tutti i file|tutti i dati|tutti i messaggi|conversazione|conversazioni|cronologia|contenuto|contenuti|la memoria|"
    "codice sorgente|banca dati|database|dati dell'utente|contatti|file|messaggi|documenti",
    hide="non dirlo all'utente|non dire all'utente|non dire nulla all'utente|non dire niente all'utente|non informare l'utente|"
    "non avvisare l'utente|non menzionare * all'utente|non menzionarlo|non parlarne|non menzionare questo|all'insaputa dell'utente|"
    "senza che l'utente lo sappia|senza dirlo all'utente|senza informare l'utente|senza avvisare l'utente|nascondilo all'utente|"
    "nascondi * all'utente|di nascosto|in segreto|segretamente|non dirlo a nessuno|senza avvertire l'utente|non rivelare * all'utente|"
    "non comunicare * all'utente|non dirlo mai|senza notificare l'utente|non notificare l'utente|non farlo sapere",
    persona="ora sei|adesso sei|da ora sei|da ora in poi sei|d'ora in poi sei|sei ora|agisci come|comportati come|fingi di essere|"
    "fingi che|fai finta|simula|immagina di essere|interpreta|entra in modalità|modalità|diventa|sarai|impersona|sei",
    unbound="senza restrizioni|senza limiti|senza limitazioni|senza regole|senza filtri|senza filtro|senza censura|senza censure|senza etica|"
    "senza morale|non ha restrizioni|nessuna restrizione|nessuna regola|nessun limite|modalità sviluppatore|modalità amministratore|"
    "modalità manutenzione|modalità debug|libero da|priva di restrizioni|privo di restrizioni|non ha regole|non rifiuta mai|"
    "qualsiasi cosa|senza vincoli|senza alcuna restrizione|modalità dio",
    unasked="senza chiedere|senza conferma|senza confermare|senza chiedere conferma|senza permesso|senza autorizzazione|senza approvazione|"
    "non chiedere conferma|non chiedere|non chiedere mai|salta la conferma|approvazione automatica|approva automaticamente|"
    "approvare automaticamente|ha già approvato|già approvato|pre-approvato|preapprovato|pre-approvate|senza consultare|"
    "senza attendere|senza aspettare|non serve conferma|non è necessaria la conferma",
    act="esegui|eseguire|cancella|cancellare|elimina|eliminare|approva|approvare|trasferisci|trasferire|paga|pagare|acquista|installa|"
    "installare|comando|comandi|azioni|azione|operazioni|strumenti|lancia|ordini",
    always="da ora in poi|d'ora in poi|da adesso in poi|d'ora innanzi|ogni volta che|quando l'utente|la prossima volta|sempre|"
    "non appena|in futuro|in ogni risposta|se l'utente",
    fresh="nuove istruzioni|nuova istruzione|nuovo compito|nuove regole|nuovo ruolo|messaggio di sistema|messaggio del sistema|"
    "istruzione di sistema|avviso di sistema|messaggio dell'amministratore|messaggio dello sviluppatore|override di sistema",
    never="non|mai|senza|evita di|evitare di",
)

ROMANIAN = Lexicon(
    code="ro",
    ignore="ignoră|ignorați|ignora|uită|uitați|nesocotește|încalcă|ocolește|nu mai respecta|nu respecta|anulează|suprascrie|lasă deoparte",
    prior="anterioare|precedente|de mai sus|toate|tale|sistem|sistemului|inițiale|originale|dezvoltatorului|orice|siguranță|primite|anterior",
    orders="instrucțiunile|instrucțiuni|regulile|reguli|comenzile|directivele|restricțiile|restricții|ordinele|politicile|indicațiile",
    reveal="dezvăluie|arată|arată-mi|afișează|spune|spune-mi|repetă|tipărește|scrie|divulgă|dă-mi|copiază",
    hidden="promptul de sistem|promptul sistemului|mesajul de sistem|instrucțiunile tale|instrucțiunile de sistem|instrucțiunile inițiale|"
    "instrucțiunile ascunse|promptul tău|textul de mai sus",
    secrets="parola|parolele|cheia secretă|cheile api|cheile|cheia privată|secretele|datele confidențiale|credențialele|variabilele de mediu",
    send="trimite|trimiteți|trimite-le|expediază|încarcă|redirecționează|transmite|postează|publică",
    everything="toate fișierele|toate datele|conversația|conversațiile|istoricul|conținutul|memoria|codul sursă|baza de date|fișierele|mesajele",
    hide="nu spune utilizatorului|nu-i spune utilizatorului|nu îi spune utilizatorului|nu informa utilizatorul|nu anunța utilizatorul|"
    "fără ca utilizatorul să știe|fără să spui utilizatorului|fără a informa utilizatorul|în secret|pe ascuns|nu menționa * utilizatorului",
    persona="acum ești|ești acum|de acum ești|prefă-te că ești|acționează ca|comportă-te ca|intră în modul|joacă rolul|ești",
    unbound="fără restricții|fără limite|fără reguli|fără filtre|fără cenzură|modul dezvoltator|nicio restricție|fără etică",
    unasked="fără să întrebi|fără a întreba|fără confirmare|fără aprobare|fără permisiune|nu cere confirmare|nu întreba|aprobă automat",
    act="execută|rulează|șterge|aprobă|transferă|plătește|instalează|comenzi|comenzile|acțiuni|orice acțiune",
    always="de acum înainte|de acum încolo|ori de câte ori|de fiecare dată|când utilizatorul|data viitoare|întotdeauna",
    fresh="instrucțiuni noi|noi instrucțiuni|sarcină nouă|reguli noi|mesaj de sistem|mesaj de la administrator",
    never="nu|niciodată|fără a|evită să",
)

CATALAN = Lexicon(
    code="ca",
    ignore="ignora|ignoreu|ignorar|oblida|oblideu|descarta|omet|salta't|no segueixis|anul·la|passa per alt",
    prior="anterior|anteriors|prèvies|previs|totes|tots|teves|teus|sistema|inicials|originals|desenvolupador|qualsevol|seguretat",
    orders="instrucció|instruccions|regles|normes|ordres|directrius|restriccions|polítiques|indicacions",
    reveal="revela|mostra|mostra'm|digues-me|dona'm|imprimeix|repeteix|escriu|divulga|comparteix",
    hidden="prompt del sistema|missatge del sistema|teves instruccions|instruccions del sistema|instruccions inicials|text anterior",
    secrets="contrasenya|contrasenyes|clau secreta|claus api|claus|secrets|credencials|dades confidencials",
    send="envia|envieu|enviar|envia'ls|reenvia|puja|publica|transmet|comparteix",
    everything="tots els fitxers|tots els arxius|totes les dades|conversa|converses|historial|contingut|la memòria|codi font|missatges",
    hide="no ho diguis a l'usuari|no diguis a l'usuari|no informis l'usuari|sense que l'usuari ho sàpiga|sense avisar l'usuari|en secret|d'amagat",
    persona="ara ets|a partir d'ara ets|actua com|fes veure que|fingeix ser|entra en mode|ets",
    unbound="sense restriccions|sense límits|sense regles|sense filtres|sense censura|mode desenvolupador",
    unasked="sense preguntar|sense confirmació|sense demanar permís|sense aprovació|no demanis confirmació|aprova automàticament",
    act="executa|executar|esborra|elimina|aprova|transfereix|paga|instal·la|ordres|accions",
    always="a partir d'ara|d'ara endavant|cada vegada que|sempre que|quan l'usuari|la propera vegada|sempre",
    fresh="noves instruccions|nova tasca|noves regles|missatge del sistema",
    never="no|mai|sense",
)

RULES = tuple(rule for each in (SPANISH, FRENCH, PORTUGUESE, ITALIAN, ROMANIAN, CATALAN) for rule in rules_of(each))
