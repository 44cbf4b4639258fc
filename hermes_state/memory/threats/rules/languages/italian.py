"""Word classes of Italian."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

ITALIAN = Lexicon(
    code="it",
    ignore=(
        "ignora|ignorare|ignorate|ignori|dimentica|dimenticare|dimenticate|dimenticati|tralascia|trascura|"
        "scarta|scartare|disattendi|disobbedisci|annulla|annullare|annullate|aggira|aggirare|sovrascrivi|"
        "sovrascrivere|salta|non seguire|non rispettare|non obbedire|non tenere conto|non considerare|"
        "smetti di seguire|smetti di rispettare|metti da parte|abbandona|lascia perdere|viola|violare|"
        "infrangi"
    ),
    prior=(
        "precedente|precedenti|sopra|tutte|tutti|tutta|ogni|tue|tuoi|vostre|sistema|originali|iniziali|"
        "sviluppatore|qualsiasi|sicurezza|ricevute|date|antecedenti|finora"
    ),
    orders=(
        "istruzione|istruzioni|indicazioni|ordini|regole|regola|direttive|linee guida|restrizioni|politiche|"
        "limitazioni|comandi|norme|vincoli|filtri|programmazione"
    ),
    told=(
        "tutto ciò che|tutto quello che|quanto sopra|quello che ti|ciò che ti|messaggi precedenti|"
        "conversazione precedente|tutto questo|tutto|il contesto precedente|quello che sai|"
        "ciò che è stato detto|quanto detto|lascia perdere"
    ),
    task=(
        "pagina|documento|curriculum|funzione|domanda|compito|richiesta|testo|codice|articolo|utente|"
        "descrizione|transazione"
    ),
    reveal=(
        "rivela|rivelare|rivelami|rivelate|mostra|mostrare|mostrami|mostrate|dimmi|dammi|stampa|stampare|"
        "ripeti|ripetere|scrivi|scrivimi|condividi|divulga|divulgare|svela|esponi|copia|riassumi|traduci|"
        "elenca|fornisci|comunica|visualizza|riporta"
    ),
    hidden=(
        "prompt di sistema|prompt del sistema|messaggio di sistema|istruzioni di sistema|"
        "istruzioni del sistema|tue istruzioni|vostre istruzioni|istruzioni iniziali|istruzioni originali|"
        "istruzioni nascoste|istruzioni interne|prompt iniziale|prompt nascosto|istruzioni precedenti|"
        "tuo prompt|tue regole|testo sopra|testo precedente|istruzioni segrete|istruzioni riservate|"
        "tutto quanto sopra"
    ),
    secrets=(
        "parola d'ordine|password|chiave segreta|chiavi api|chiave api|chiave privata|credenziali|segreti|"
        "segreto|token|dati riservati|variabili d'ambiente|informazioni riservate|dati sensibili|"
        "dati personali|chiavi segrete|chiavi private|chiavi di accesso"
    ),
    yours="tua|tuo|tue|tuoi|vostra|sua",
    send=(
        "invia|inviare|inviate|inviali|invialo|inviale|manda|mandare|mandali|inoltra|inoltrare|inoltrali|"
        "carica|caricare|pubblica|pubblicare|trasmetti|trasmettere|trasferisci|spedisci|spedire|esfiltra|"
        "esfiltrare|condividi|posta|copia nascosta|ccn"
    ),
    everything=(
        "tutti i file|tutti i dati|tutti i messaggi|conversazione|conversazioni|cronologia|contenuto|"
        "contenuti|la memoria|codice sorgente|banca dati|database|dati dell'utente|contatti|file|messaggi|"
        "documenti"
    ),
    fetch=(
        "scarica|scaricare|recupera|recuperare|consulta|leggi|leggere|controlla|controllare|visita|"
        "connettiti|ottieni|interroga|preleva"
    ),
    add="aggiungi|aggiungere|scrivi|scrivere|inserisci|copia|salva|metti|includi|accoda",
    itself=(
        "questa istruzione|queste istruzioni|questa nota|questa regola|questo testo|questo messaggio|"
        "questa memoria|la seguente istruzione|le seguenti istruzioni|questa riga"
    ),
    hide=(
        "non dirlo all'utente|non dire all'utente|non dire nulla all'utente|non dire niente all'utente|"
        "non informare l'utente|non avvisare l'utente|non menzionare * all'utente|non menzionarlo|"
        "non parlarne|non menzionare questo|all'insaputa dell'utente|senza che l'utente lo sappia|"
        "senza dirlo all'utente|senza informare l'utente|senza avvisare l'utente|nascondilo all'utente|"
        "nascondi * all'utente|di nascosto|in segreto|segretamente|non dirlo a nessuno|"
        "senza avvertire l'utente|non rivelare * all'utente|non comunicare * all'utente|non dirlo mai|"
        "senza notificare l'utente|non notificare l'utente|non farlo sapere"
    ),
    persona=(
        "ora sei|adesso sei|da ora sei|da ora in poi sei|d'ora in poi sei|sei ora|agisci come|"
        "comportati come|fingi di essere|fingi che|fai finta|simula|immagina di essere|interpreta|"
        "entra in modalità|modalità|diventa|sarai|impersona|sei"
    ),
    unbound=(
        "senza restrizioni|senza limiti|senza limitazioni|senza regole|senza filtri|senza filtro|"
        "senza censura|senza censure|senza etica|senza morale|non ha restrizioni|nessuna restrizione|"
        "nessuna regola|nessun limite|modalità sviluppatore|modalità amministratore|modalità manutenzione|"
        "modalità debug|libero da|priva di restrizioni|privo di restrizioni|non ha regole|non rifiuta mai|"
        "qualsiasi cosa|senza vincoli|senza alcuna restrizione|modalità dio"
    ),
    answer="rispondi|rispondere|rispondete|agisci|parla|comportati|genera|fai|obbedisci|hai|opera|funziona",
    off=(
        "non si applicano|non si applica|non valgono|non vale|non sono valide|non sono più valide|"
        "disattivate|disattivati|sospese|annullate|non esistono più|rimosse|revocate"
    ),
    refuse=(
        "non rifiutare|non rifiutare mai|non rifiutarti|non puoi rifiutare|non puoi rifiutarti|"
        "senza rifiutare|non scusarti|non uscire dal personaggio|resta nel personaggio|rimani nel personaggio"
    ),
    unasked=(
        "senza chiedere|senza conferma|senza confermare|senza chiedere conferma|senza permesso|"
        "senza autorizzazione|senza approvazione|non chiedere conferma|non chiedere|non chiedere mai|"
        "salta la conferma|approvazione automatica|approva automaticamente|approvare automaticamente|"
        "ha già approvato|già approvato|pre-approvato|preapprovato|pre-approvate|senza consultare|"
        "senza attendere|senza aspettare|non serve conferma|non è necessaria la conferma"
    ),
    act=(
        "esegui|eseguire|cancella|cancellare|elimina|eliminare|approva|approvare|trasferisci|trasferire|paga|"
        "pagare|acquista|installa|installare|comando|comandi|azioni|azione|operazioni|strumenti|lancia|ordini"
    ),
    always=(
        "da ora in poi|d'ora in poi|da adesso in poi|d'ora innanzi|ogni volta che|quando l'utente|"
        "la prossima volta|sempre|non appena|in futuro|in ogni risposta|se l'utente"
    ),
    fresh=(
        "nuove istruzioni|nuova istruzione|nuovo compito|nuove regole|messaggio di sistema|"
        "messaggio del sistema|istruzione di sistema|avviso di sistema|messaggio dell'amministratore|"
        "messaggio dello sviluppatore|override di sistema"
    ),
    disable=("disattiva|disattivare|disabilita|disabilitare|spegni|aggira|rimuovi|salta|ferma|disinstalla|elimina"),
    guards=(
        "firewall|antivirus|approvazioni|controlli di sicurezza|verifiche di sicurezza|filtri di sicurezza|"
        "misure di sicurezza|registro di controllo|log di audit|sandbox|scanner|conferme|filtri|monitoraggio|"
        "funzioni di sicurezza|tutte le restrizioni|le restrizioni"
    ),
    gone="viene cancellata|viene eliminata|viene rimossa|cancellata|eliminata|rimossa|cancellato|eliminato",
    again=(
        "aggiungila di nuovo|aggiungilo di nuovo|riscrivila|riscrivilo|riscrivi|ricreala|reinseriscila|"
        "salvala di nuovo|aggiungi di nuovo"
    ),
    never="non|mai|senza|evita di|evitare di",
)

RULES = rules_of(ITALIAN)
