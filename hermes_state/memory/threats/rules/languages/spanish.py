"""Word classes of Spanish."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

SPANISH = Lexicon(
    code="es",
    ignore=(
        "ignora|ignore|ignoren|ignorad|ignorar|ignorando|ignores|olvida|olvide|olvidar|olviden|olvídate|"
        "olvídese|omite|omitir|omita|descarta|descartar|descarte|desestima|desestime|desatiende|desobedece|"
        "desobedezca|anula|anular|anule|elude|eludir|salta|sáltate|saltarte|sobrescribe|sobrescribir|"
        "incumple|deja de seguir|deja de obedecer|no sigas|no obedezcas|haz caso omiso|hacer caso omiso|"
        "haga caso omiso|no hagas caso|no tengas en cuenta|prescinde"
    ),
    prior=(
        "anterior|anteriores|previa|previas|previo|previos|arriba|todas|todos|toda|todo|tus|sus|tu|su|"
        "sistema|originales|iniciales|desarrollador|cualquier|seguridad|precedentes|te dieron|dadas|"
        "recibidas|recibido"
    ),
    orders=(
        "instrucción|instrucciones|indicaciones|órdenes|orden|reglas|regla|normas|directrices|directivas|"
        "restricciones|políticas|limitaciones|pautas|mandatos|filtros|programación"
    ),
    told=(
        "todo lo que|todo lo anterior|lo anterior|todo lo dicho|lo que te dije|lo que te dijeron|"
        "lo que te han dicho|mensajes anteriores|conversación anterior|todo eso|eso|todo lo aprendido|"
        "lo que sabes|el contexto anterior|lo que hablamos|todo"
    ),
    task=(
        "página|documento|currículum|currículo|función|pregunta|tarea|solicitud|texto|código|artículo|"
        "usuario|descripción|transacción|cv"
    ),
    reveal=(
        "revela|revele|revelar|revélame|muestra|muestre|mostrar|muéstrame|dime|dame|imprime|imprimir|imprima|"
        "repite|repita|repetir|escribe|escríbeme|comparte|divulga|divulgar|filtra|filtrar|expón|enséñame|"
        "copia|resume|traduce|cuéntame|lista|devuelve|proporciona|facilita|indícame|explícame"
    ),
    hidden=(
        "prompt del sistema|prompt de sistema|mensaje del sistema|mensaje de sistema|"
        "instrucciones del sistema|tus instrucciones|sus instrucciones|instrucciones iniciales|"
        "instrucciones originales|instrucciones ocultas|instrucciones internas|prompt inicial|prompt oculto|"
        "instrucciones anteriores|tu prompt|tus reglas|instrucciones secretas|texto anterior|texto de arriba|"
        "indicaciones del sistema|tus directrices|todo lo anterior|instrucciones confidenciales"
    ),
    secrets=(
        "contraseña|contraseñas|clave secreta|claves api|clave privada|credenciales|secretos|secreto|tokens|"
        "token|datos confidenciales|información confidencial|variables de entorno|datos sensibles|"
        "datos personales|claves de acceso|claves secretas|claves privadas|clave de acceso"
    ),
    yours="tu|tus|su|sus",
    send=(
        "envía|envíe|enviar|envíalos|envíalas|envíalo|envíales|enviarlos|envíaselo|manda|mandar|mande|"
        "reenvía|reenvíe|reenviar|reenvíalos|sube|subir|suba|súbelos|publica|publicar|transmite|transmitir|"
        "transfiere|filtra|exfiltra|exfiltrar|remite|comparte|postea|copia oculta|cco"
    ),
    everything=(
        "todos los archivos|todos los ficheros|todos los datos|todos los mensajes|conversación|"
        "conversaciones|historial|contenido de|contenidos|la memoria|todo el contenido|código fuente|"
        "base de datos|datos del usuario|contactos|archivos|mensajes|documentos"
    ),
    carrier="parámetros de cada petición|parámetros de la url|en la url|cada solicitud|"
    "cada petición|url de la imagen|consulta de búsqueda",
    fetch=(
        "descarga|descargar|descargue|consulta|consultar|obtén|obtener|lee|leer|comprueba|revisa|visita|"
        "conéctate|conecta|trae|busca|accede"
    ),
    add="añade|añadir|agrega|agregar|escribe|escribir|inserta|copia|guarda|pon|incluye|incorpora",
    itself=(
        "esta instrucción|estas instrucciones|esta nota|esta regla|este texto|este mensaje|esta memoria|"
        "la siguiente instrucción|las siguientes instrucciones|esta línea"
    ),
    hide=(
        "no se lo digas al usuario|no digas al usuario|no le digas al usuario|no le digas nada al usuario|"
        "no informes al usuario|no se lo cuentes|no lo menciones al usuario|no le cuentes al usuario|"
        "no menciones * al usuario|sin que el usuario lo sepa|sin que el usuario se entere|"
        "sin informar al usuario|sin avisar al usuario|sin decírselo al usuario|sin decirle al usuario|"
        "ocúltaselo al usuario|oculta * al usuario|ocultar al usuario|en secreto|a escondidas|"
        "no lo menciones|no se lo digas a nadie|sin conocimiento del usuario|no avises al usuario|"
        "no reveles * al usuario|no notifiques al usuario|no se lo menciones|nunca se lo digas|"
        "nunca informes|no comentes * al usuario|sin notificar al usuario"
    ),
    persona=(
        "ahora eres|a partir de ahora eres|eres ahora|actúa como|actúe como|actuarás como|finge ser|"
        "finge que|simula ser|simula que|imagina que eres|hazte pasar|haz de|interpreta|interpretarás|"
        "entra en modo|modo|compórtate como|conviértete en|vas a ser|serás|eres"
    ),
    unbound=(
        "sin restricciones|sin límites|sin limitaciones|sin reglas|sin filtros|sin filtro|sin censura|"
        "sin ética|sin moral|irrestricta|irrestricto|no tiene restricciones|no tienes restricciones|"
        "sin normas|modo desarrollador|modo administrador|modo mantenimiento|modo depuración|"
        "libre de restricciones|sin ninguna restricción|ninguna regla|ninguna restricción|no tiene reglas|"
        "no sigue las reglas|nunca se niega|nunca rechaza|hacer cualquier cosa|ignora las|no sujeta a|"
        "modo dios"
    ),
    answer=(
        "responde|responda|responder|contesta|contestar|actúa|actuar|habla|compórtate|genera|haz|tienes|opera|obedece"
    ),
    off=(
        "no aplican|no se aplican|ya no aplican|no se aplica|no aplica|ya no son válidas|no son válidas|"
        "no valen|desactivadas|desactivados|desactivado|suspendidas|suspendidos|anuladas|ya no existen|"
        "levantadas|deshabilitados|deshabilitadas|ya no están"
    ),
    refuse=(
        "no te niegues|nunca te niegues|no puedes negarte|no puedes rechazar|no rechaces|nunca rechaces|"
        "no te disculpes|sin negarte|no salgas del personaje|mantente en el personaje|no digas que no|"
        "no des advertencias"
    ),
    unasked=(
        "sin preguntar|sin preguntarme|sin confirmación|sin confirmar|sin pedir confirmación|"
        "sin pedir permiso|sin permiso|sin aprobación|sin autorización|no pidas confirmación|"
        "no pidas permiso|no preguntes|no solicites|omite la confirmación|aprobación automática|"
        "aprobar automáticamente|aprueba automáticamente|ya ha aprobado|ya aprobó|preaprobado|preaprobadas|"
        "sin esperar confirmación|sin consultar|sáltate la confirmación|no es necesaria la confirmación|"
        "sin solicitar|nunca pidas"
    ),
    act=(
        "ejecuta|ejecutar|ejecute|borra|borrar|elimina|eliminar|aprueba|aprobar|transfiere|transferir|paga|"
        "pagar|compra|instala|instalar|comando|comandos|acciones|acción|operaciones|envía|herramientas|"
        "órdenes"
    ),
    always=(
        "a partir de ahora|de ahora en adelante|desde ahora|cada vez que|siempre que|cuando el usuario|"
        "la próxima vez|siempre|en adelante|en cuanto|cada respuesta|si el usuario"
    ),
    fresh=(
        "nuevas instrucciones|nueva instrucción|nueva tarea|nuevas reglas|mensaje del sistema|"
        "aviso del sistema|instrucción del sistema|anulación del sistema|mensaje del administrador|"
        "mensaje del desarrollador|actualización del sistema"
    ),
    disable=(
        "desactiva|desactivar|desactive|deshabilita|deshabilitar|apaga|apagar|elude|omite|salta|quita|"
        "elimina|detén|desinstala"
    ),
    guards=(
        "cortafuegos|firewall|antivirus|aprobaciones|controles de seguridad|comprobaciones de seguridad|"
        "verificaciones de seguridad|filtros de seguridad|medidas de seguridad|registro de auditoría|sandbox|"
        "escáner|confirmaciones|filtros|verificación de seguridad|supervisión|funciones de seguridad|"
        "las restricciones|todas las restricciones"
    ),
    gone=("se borra|se elimina|es eliminada|es borrada|sea eliminada|sea borrada|borrada|eliminada|borran|eliminan"),
    again=(
        "vuelve a añadir*|vuelve a escribir*|vuelve a agregar*|vuelve a crear*|vuelve a guardar*|reescríbela|"
        "añádela de nuevo|agrégala de nuevo"
    ),
    never="no|nunca|jamás|sin|evita|evitar",
)

RULES = rules_of(SPANISH)
