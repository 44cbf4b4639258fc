"""The word lists that generated transcripts are built from, written for this purpose; the commonest words first."""

from __future__ import annotations

ENGLISH = """
the to a and of in is it that for with on this as be from not at by we was are if an can or file have but which when
will so test error all now then use only there more function should one line run its no same code has first value
after before because new name does return where call data time path list type into other each two need what out
message add version server still user result build change check set read write default current found also missing
failed output between fix next index without object request module key already were string using table here class
import they must field just while how over empty page again both make connection query case memory problem start cache
client response number match order process instead method left last once command works until fails keep state open
expected parser config column update size token under thread seems session whole argument likely update search than
log folder about every look store given right against ready some pass either wrong handler rather second since
service worker format through three remove branch commit merge stack trace lock queue limit below above cannot
release package install script template schema migration deploy network socket timeout retry record array pointer
buffer encode decode compile link target source remote local global static dynamic private public interface generic
abstract render layout button window scroll select filter sort group count average total sample batch stream chunk
block frame packet header footer body content title label input form submit valid invalid secure password login logout
account profile role permission policy audit event listener callback promise future async await signal channel pipe
shell terminal prompt editor plugin extension theme color image font icon vector matrix tensor model train loss layer
weight gradient epoch learning accuracy metric dashboard alert monitor health probe replica cluster node region zone
bucket volume disk mount partition backup restore snapshot archive compress extract checksum hash digest signature
certificate renew expire revoke proxy gateway router balance traffic latency throughput bandwidth quota budget invoice
payment refund customer order shipment inventory price discount currency ledger balance report summary detail chart
export upload download sync conflict resolve rebase cherry review comment approve reject draft publish schedule cron
daily weekly monthly calendar reminder zone offset parse locale translate plural accent unicode escape quote bracket
indent newline whitespace pattern regex capture replace prefix suffix substring fragment boundary overlap nearest
threshold tolerance rounding overflow underflow precision integer decimal boolean optional nullable mandatory obsolete
deprecated experimental stable nightly candidate rollback canary staging production sandbox container image registry
volume orchestrate bootstrap teardown fixture mock stub assertion coverage flaky deterministic seed random shuffle
permutation combination graph vertex edge cycle traverse depth breadth heap stack tree leaf root parent child sibling
ancestor recursion iteration loop condition switch fallback guard panic crash segfault leak garbage collector allocate
release arena pool slab fragmentation alignment padding endian register instruction branch predictor pipeline cache
""".split()

SYLLABLES = "ba be bor ca cel con da den dor el en fa fer ga gen hal in ka kor la len lo mar men mi na nor or pa per \
qui ra ren ri sa sel sol ta ter ti to tra ul va ver vi vor xen za zor".split()

NOUNS = """session message cursor index token parser buffer socket worker queue cache schema table column field record
header packet frame stream chunk block node leaf tree graph edge route handler request response client server config
option flag policy role user account profile event timer clock lock mutex channel signal thread task job batch plan
query filter sort page window view layout panel button form input label theme color font icon image pixel matrix vector
tensor layer model loss metric sample label split shard replica region bucket object blob file path folder link mount
volume snapshot backup archive digest hash salt nonce key secret grant scope claim audit trace span log level format
locale text word phrase snippet score rank match hit pack seal term lexer scanner writer reader loader builder factory
registry plugin hook patch diff merge branch commit remote tag release version build target rule step stage
deploy""".split()

VERBS = """get set load save read write open close parse build make find match scan check verify merge split sort
filter map reduce fold apply send receive push pop enqueue drain flush seal pack unpack encode decode render resolve
retry cancel start stop run wait wake lock unlock acquire release create delete update insert append remove rename copy
move link mount sync fetch pull commit revert reset init configure register dispatch emit handle route
validate""".split()

FOLDERS = """src lib core api cli web store search index auth billing net proto render widgets models views tests
tools scripts internal pkg cmd server client common hooks jobs migrations""".split()

SUFFIXES = (".py", ".py", ".py", ".ts", ".tsx", ".go", ".c", ".rs", ".md", ".yaml", ".json", ".sql")

PROJECTS = """terminal billing gateway webui trainer docsite scheduler crawler payments mailer indexer notebook
imagelab chatbot ledger tracker compiler router vault storefront telemetry sandbox atlas planner""".split()

TOOLS = ("read_file", "grep", "list_files", "run_tests", "shell", "diff", "http")

CODE = (
    "    def {a}_{b}(self, {c}: {d}) -> {d}:",
    "        return self._{a}.{b}({c}, {d})",
    "        if {c} is None or not {c}.{b}:",
    '            raise ValueError(f"{a} {{{c}}} is not a {b}")',
    "        for {a} in {b}.{c}():",
    "            {a}[{b}] = {c}.{d}",
    "    {a} = {b}.{c}({d})",
    "from {a}.{b} import {c}, {d}",
    "        self.{a} = {b}",
    "        # the {c} must be closed before the {d} is opened again",
    "",
    "export function {a}({b}: string, {c}?: number) {{",
    "  const {a} = await {b}.{c}({{ {d}: true }});",
    "  if ({a}.length === 0) return {b};",
    "func ({a} *{b}) {c}(ctx context.Context) error {{",
    "\tif err := {a}.{b}({c}); err != nil {{",
    "static int {a}(struct {b} *{c}, size_t {d})",
    "    assert {a}({b}) == {c}",
    "        with self.{a}.{b}() as {c}:",
    "SELECT {a}, {b} FROM {c} WHERE {d} = ?",
    "}}",
    '    "{a}": {{"{b}": "{c}", "{d}": 1}},',
)
"""Lines of code; the holes are identifiers of a file."""

LEVELS = ("INFO", "INFO", "INFO", "DEBUG", "WARN", "ERROR")

FAILURES = (
    "AssertionError: {a} != {b}",
    "KeyError: '{a}'",
    "TypeError: {a}() missing 1 required positional argument: '{b}'",
    "TimeoutError: {a} did not answer within 30 seconds",
    "ValueError: invalid literal for {a}: '{b}'",
    "AttributeError: '{a}' object has no attribute '{b}'",
)

CHINESE = (
    """数据库 迁移 脚本 终端 配置 文件 会话 消息 索引 缓存 测试 错误 日志 接口 服务器 客户端 用户 权限 密码 连接
    线程 队列 任务 模块 函数 变量 参数 类型 字段 表格 查询 结果 页面 按钮 组件 样式 路由 请求 响应 网络 超时 内存 磁盘
    版本 分支 提交 合并 冲突 部署 容器 镜像 监控 报警 备份 快照 压缩 编码 字符 分词 排序 时间 时区 订单 支付 账单 库存
    模型 训练 样本 标签 梯度 向量 矩阵 图片 文档 翻译 插件 依赖 编译 链接 指针 溢出 性能 延迟 吞吐量 瓶颈
    方案""".split(),
    """检查 修复 更新 删除 添加 重构 测试 运行 读取 写入 解析 生成 合并 回滚 部署 优化 升级 替换 验证 记录 搜索 打开
    关闭 导入 导出 重启 跳过 恢复 拆分 缩短 确认 调整""".split(),
    (
        "请帮我{v}{n}的{m}。",
        "我已经{v}了{n},但是{m}仍然有问题。",
        "{n}和{m}不一致,需要先{v}。",
        "为什么{v}{n}之后{m}会变慢?",
        "在{x}里{v}{n}时,{m}返回空值。",
        "{x} {n}没有通过,先看{m}。",
        "{m}由{x}负责{v}。",
        "接下来{v}{m},再处理{n}。",
        "这个{n}的{m}是昨天{v}的。",
    ),
)

JAPANESE = (
    """データベース 移行 スクリプト 端末 設定 ファイル 会話 メッセージ 索引 キャッシュ テスト エラー ログ 接続 利用者
    権限 関数 変数 引数 型 項目 表 検索 結果 画面 部品 経路 要求 応答 通信 時間切れ メモリ 版 枝 統合 競合 配備 監視
    通知 控え 圧縮 文字 順序 時刻 注文 支払い 在庫 模型 学習 標本 勾配 画像 文書 翻訳 依存 性能 遅延 原因 手順
    一覧""".split(),
    """確認 修正 更新 削除 追加 整理 実行 解析 生成 統合 展開 改善 置換 検証 記録 検索 再起動 復元 分割 調整""".split(),
    (
        "{n}の{m}を{v}してください。",
        "{n}を{v}しましたが、{m}がまだ失敗します。",
        "{x}で{n}を{v}すると{m}が空になります。",
        "{m}は{n}より先に{v}する必要があります。",
        "なぜ{n}の{v}に時間がかかるのですか。",
        "次は{m}を{v}して、{x} を見ます。",
    ),
)

KOREAN = (
    """데이터베이스 이전 스크립트 단말 설정 파일 대화 메시지 색인 캐시 시험 오류 기록 서버 연결 사용자 권한 함수 변수
    인자 자료형 필드 표 검색 결과 화면 단추 경로 요청 응답 통신 시간 메모리 버전 가지 병합 충돌 배포 감시 알림 백업
    압축 문자 정렬 주문 결제 재고 모델 학습 표본 그림 문서 번역 의존성 성능 지연 원인 순서 목록""".split(),
    """확인 수정 갱신 삭제 추가 정리 실행 분석 생성 병합 배포 개선 교체 검증 기록 검색 복원 분할 조정""".split(),
    (
        "{n} {m} 부분을 {v}해 주세요.",
        "{n}을 {v}했지만 {m}이 아직 실패합니다.",
        "{x}에서 {n}을 {v}하면 {m}이 비어 있습니다.",
        "먼저 {m}을 {v}한 다음 {n}을 봅니다.",
        "왜 {n} {v}에 시간이 오래 걸리나요?",
        "{x} {n}의 {m}은 어제 {v}했습니다.",
    ),
)

CJK = (CHINESE, CHINESE, CHINESE, JAPANESE, KOREAN)
"""Nouns, verbs and sentences of a language: three of five of the sessions that are not English are Chinese."""
