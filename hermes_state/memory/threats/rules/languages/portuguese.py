"""Word classes of Portuguese."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

PORTUGUESE = Lexicon(
    code="pt",
    ignore=(
        "ignore|ignora|ignorar|ignorem|ignorando|esqueça|esquece|esquecer|esqueçam|desconsidere|desconsidera|"
        "desconsiderar|desrespeite|descarte|descartar|desobedeça|anule|anular|sobrescreva|sobreponha|"
        "contorne|contornar|burle|burlar|pule|despreze|não siga|não obedeça|deixe de seguir|"
        "deixe de obedecer|pare de seguir|não leve em conta|abandone|passe por cima"
    ),
    prior=(
        "anterior|anteriores|prévias|prévia|prévios|acima|todas|todos|toda|suas|seus|tuas|teus|sistema|"
        "originais|iniciais|desenvolvedor|qualquer|segurança|precedentes|recebidas|dadas"
    ),
    orders=(
        "instrução|instruções|ordens|orientações|regras|regra|diretrizes|diretivas|restrições|políticas|"
        "limitações|comandos|normas|filtros|programação"
    ),
    told=(
        "tudo o que|tudo que|tudo acima|o que foi dito|o que te disse|o que lhe disseram|o que você|"
        "mensagens anteriores|conversa anterior|tudo isso|isso|o contexto anterior|o que sabe|o que eu disse|"
        "tudo"
    ),
    task=(
        "página|documento|currículo|função|pergunta|tarefa|pedido|solicitação|texto|código|artigo|usuário|"
        "descrição|transação"
    ),
    reveal=(
        "revele|revela|revelar|mostre|mostra|mostrar|mostre-me|diga|diga-me|me diga|me dê|imprima|imprimir|"
        "repita|repetir|escreva|compartilhe|divulgue|divulgar|vaze|vazar|exiba|exibir|copie|resuma|traduza|"
        "liste|forneça|informe|exponha|conte"
    ),
    hidden=(
        "prompt do sistema|prompt de sistema|mensagem do sistema|mensagem de sistema|instruções do sistema|"
        "suas instruções|tuas instruções|instruções iniciais|instruções originais|instruções ocultas|"
        "instruções internas|prompt inicial|prompt oculto|instruções anteriores|seu prompt|suas regras|"
        "texto acima|instruções secretas|instruções confidenciais|suas diretrizes|tudo acima"
    ),
    secrets=(
        "senha|senhas|chave secreta|chaves api|chave api|chave privada|palavra-passe|credenciais|segredos|"
        "segredo|tokens|dados confidenciais|variáveis de ambiente|informações confidenciais|dados sensíveis|"
        "dados pessoais|chaves secretas|chaves privadas|chaves de api"
    ),
    yours="sua|seu|suas|seus|tua|teu",
    send=(
        "envie|envia|enviar|enviem|envie-os|mande|manda|mandar|encaminhe|encaminhar|encaminha|suba|carregue|"
        "poste|postar|publique|publicar|transmita|transmitir|transfira|vaze|exfiltre|exfiltrar|remeta|"
        "compartilhe|repasse|cópia oculta"
    ),
    everything=(
        "todos os arquivos|todos os ficheiros|todos os dados|todas as mensagens|conversa|conversas|histórico|"
        "conteúdo|conteúdos|a memória|código-fonte|código fonte|banco de dados|base de dados|"
        "dados do usuário|contatos|contactos|arquivos|ficheiros|mensagens|documentos"
    ),
    fetch=(
        "baixe|baixar|obtenha|obter|consulte|consultar|leia|ler|verifique|visite|conecte|conecte-se|busque|"
        "buscar|acesse|descarregue"
    ),
    add="adicione|adicionar|acrescente|escreva|insira|copie|salve|coloque|inclua|grave",
    itself=(
        "esta instrução|estas instruções|esta nota|esta regra|este texto|esta mensagem|esta memória|"
        "a seguinte instrução|as seguintes instruções|esta linha"
    ),
    hide=(
        "não conte ao usuário|não diga ao usuário|não informe o usuário|não informe ao usuário|"
        "não avise o usuário|não avise ao usuário|não mencione ao usuário|não mencione isso|"
        "não mencione isto|não conte a ninguém|não diga ao utilizador|não informe o utilizador|"
        "não conte ao utilizador|sem que o usuário saiba|sem que o utilizador saiba|sem informar o usuário|"
        "sem avisar o usuário|sem dizer ao usuário|sem contar ao usuário|sem o conhecimento do usuário|"
        "esconda do usuário|esconda * do usuário|oculte * do usuário|oculte do usuário|em segredo|"
        "secretamente|às escondidas|não revele * ao usuário|nunca conte ao usuário|nunca diga ao usuário|"
        "nunca mencione|não notifique o usuário|sem notificar o usuário|não comente * com o usuário|"
        "não diga nada ao usuário"
    ),
    persona=(
        "agora você é|você agora é|a partir de agora você|você é agora|aja como|atue como|finja ser|"
        "finja que|simule ser|simule|imagine que você é|interprete|faça de conta|entre no modo|entre em modo|"
        "modo|comporte-se como|torne-se|você será|você é|tu és|agora és|age como"
    ),
    unbound=(
        "sem restrições|sem restrição|sem limites|sem limitações|sem regras|sem filtros|sem filtro|"
        "sem censura|sem ética|sem moral|irrestrito|irrestrita|não tem restrições|sem nenhuma restrição|"
        "nenhuma regra|nenhuma restrição|modo desenvolvedor|modo de desenvolvedor|modo administrador|"
        "modo de manutenção|modo de depuração|livre de restrições|livre de regras|não tem regras|"
        "nunca recusa|fazer qualquer coisa|modo deus|não segue regras"
    ),
    answer="responda|responde|responder|aja|atue|fale|comporte-se|gere|faça|obedeça|você tem|opere|funcione",
    off=(
        "não se aplicam|não se aplica|não se aplicam mais|não valem|não são mais válidas|não são válidas|"
        "desativadas|desativados|suspensas|anuladas|não existem mais|foram removidas|desabilitados|já não"
    ),
    refuse=(
        "não recuse|nunca recuse|não pode recusar|não podes recusar|sem recusar|não se desculpe|"
        "não peça desculpas|não saia do personagem|permaneça no personagem|mantenha o personagem"
    ),
    unasked=(
        "sem perguntar|sem confirmação|sem confirmar|sem pedir confirmação|sem pedir permissão|sem permissão|"
        "sem aprovação|sem autorização|não peça confirmação|não peça permissão|não pergunte|não solicite|"
        "pule a confirmação|aprovação automática|aprove automaticamente|aprovar automaticamente|já aprovou|"
        "já foi aprovado|pré-aprovado|pré-aprovadas|pré-aprovados|sem consultar|sem esperar|nunca peça|"
        "não é necessária confirmação|dispense a confirmação"
    ),
    act=(
        "execute|executar|executa|apague|apagar|exclua|excluir|delete|aprove|aprovar|transfira|transferir|"
        "pague|pagar|compre|instale|instalar|comando|comandos|ações|ação|operações|ferramentas|rode|rodar|"
        "ordens"
    ),
    always=(
        "a partir de agora|de agora em diante|doravante|sempre que|toda vez que|cada vez que|"
        "quando o usuário|da próxima vez|sempre|assim que|no futuro|em cada resposta|se o usuário"
    ),
    fresh=(
        "novas instruções|nova instrução|nova tarefa|novas regras|mensagem do sistema|aviso do sistema|"
        "instrução do sistema|mensagem do administrador|mensagem do desenvolvedor|substituição do sistema"
    ),
    disable=(
        "desative|desativa|desativar|desabilite|desligue|desligar|contorne|burle|remova|pule|pare|desinstale|retire"
    ),
    guards=(
        "firewall|antivírus|aprovações|verificações de segurança|controles de segurança|filtros de segurança|"
        "medidas de segurança|log de auditoria|logs de auditoria|sandbox|scanner|confirmações|filtros|"
        "monitoramento|recursos de segurança|todas as restrições|as restrições"
    ),
    gone="for apagada|for apagado|for removida|for excluída|for deletada|apagada|excluída|removida|deletada",
    again=(
        "adicione novamente|adicione de novo|escreva novamente|escreva de novo|recrie|grave novamente|"
        "insira novamente|adicione-a novamente|salve novamente|reescreva"
    ),
    never="não|nunca|jamais|sem|evite|evitar",
)

RULES = rules_of(PORTUGUESE)
