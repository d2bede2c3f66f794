//! What went wrong, why, and what to do next, in both languages. The window has its own table in `ui/src/i18n`.

use app::dto::{ErrorCode, ErrorDto, LangDto};

/// A failure in words.
pub fn error(lang: LangDto, error: &ErrorDto) -> String {
    let arg = |key: &str| error.args.get(key).map(String::as_str).unwrap_or_default();
    let (zh, en) = match error.code {
        ErrorCode::NoRegion => (
            "还没有地图。先导入一个：laolu region import 文件.osm.pbf，或装上演示：laolu demo。".to_owned(),
            "No map is installed. Import one: laolu region import FILE.osm.pbf, or install the demo: laolu demo.".to_owned(),
        ),
        ErrorCode::OutsideRegion => (
            "有一个点不在任何已装的地图里。用 laolu region list 看看装了哪些，再导入包含它的地图。".to_owned(),
            "A point lies in no installed map. See laolu region list, and import a map that holds it.".to_owned(),
        ),
        ErrorCode::UnknownPlace if arg("why") == "ambiguous" => (
            "这个名字有好几处，请说得更具体，或用 纬度,经度：".to_owned(),
            "Several places go by that name. Say which, or give LAT,LON:".to_owned(),
        ),
        ErrorCode::UnknownPlace => (
            "没找到这个地方。可以先记住它：laolu place add 名字 纬度,经度。最接近的：".to_owned(),
            "No such place. Remember it first: laolu place add NAME LAT,LON. Nearest:".to_owned(),
        ),
        ErrorCode::NoDestination => (
            "没听出要去哪儿。试试：laolu ask 去公司".to_owned(),
            "It does not say where to. Try: laolu ask to the office".to_owned(),
        ),
        ErrorCode::NoOrigin => (
            "不知道从哪儿出发。加上 --from，或先记住家：laolu place add 家 纬度,经度 --tag home。".to_owned(),
            "It is not known where you start. Add --from, or remember your home: laolu place add Home LAT,LON --tag home.".to_owned(),
        ),
        ErrorCode::NoRoute => no_route(error),
        ErrorCode::NoSuchMemory => (
            "没有这条记忆，或已经删除。用 laolu memory list 看看有哪些。".to_owned(),
            "There is no such memory, or it was deleted. See laolu memory list.".to_owned(),
        ),
        ErrorCode::NoSuchPlan => (
            "这个方案已经不在了，请重新规划。".to_owned(),
            "That plan is not known any more. Plan again.".to_owned(),
        ),
        ErrorCode::NoSuchTrace => (
            "这条过程已经不在了。用 laolu trace 看看还有哪些。".to_owned(),
            "That trace is not kept any more. See laolu trace.".to_owned(),
        ),
        ErrorCode::BadRequest => bad_request(error),
        ErrorCode::BadFile => bad_file(error),
        ErrorCode::RegionDamaged => (
            "这个地图的文件坏了，或来自旧版本。请重新导入。".to_owned(),
            "The files of this map are damaged or of an older version. Import it again.".to_owned(),
        ),
        ErrorCode::DiskFull => (
            "磁盘满了，没有改动任何东西。腾出空间后再试。".to_owned(),
            "The disk is full; nothing was changed. Make room and try again.".to_owned(),
        ),
        ErrorCode::Io if arg("why") == "busy" => (
            "另一个老路正开着记忆文件，没有改动任何东西。关掉它再试。".to_owned(),
            "Another Laolu has the memory file open; nothing was changed. Close it, then try again.".to_owned(),
        ),
        ErrorCode::Io if arg("why") == "read_only" => (
            "磁盘或数据文件夹是只读的，没有改动任何东西。换到可写的位置，或用 --data-dir 另指一个文件夹。".to_owned(),
            "The disk or the data folder can only be read; nothing was changed. Make it writable, or name another folder with --data-dir.".to_owned(),
        ),
        ErrorCode::Io if arg("why") == "permission" => (
            "当前账户不能读写数据文件夹，没有改动任何东西。检查它的权限后再试。".to_owned(),
            "This account may not read or write the data folder; nothing was changed. Check its permissions, then try again.".to_owned(),
        ),
        ErrorCode::Io => (
            format!("读写{}失败（{}）。检查数据文件夹是否可写后再试。", if arg("file").is_empty() { "数据文件夹" } else { arg("file") }, arg("why")),
            format!("Could not read or write {} ({}). Check that the data folder can be written to, then try again.",
                if arg("file").is_empty() { "the data folder" } else { arg("file") },
                arg("why")),
        ),
        ErrorCode::NewerDatabase => (
            format!("记忆文件来自更新的版本（{}，本程序只认到 {}）。请升级老路；文件没有动过。", arg("found"), arg("known")),
            format!("The memory file is from a newer Laolu ({}; this one knows up to {}). Update Laolu; the file was left alone.", arg("found"), arg("known")),
        ),
        ErrorCode::DamagedDatabase if arg("why") == "backup" => (
            format!("记忆文件 {} 坏了，没有动过它。旁边有一份完好的备份：laolu restore newest。抹除过的内容不会回来。", arg("file")),
            format!("The memory file {} is damaged; it was left alone. A good backup lies beside it: laolu restore newest. What you erased stays erased.", arg("file")),
        ),
        ErrorCode::DamagedDatabase => (
            format!("记忆文件 {} 坏了，没有动过它。先另存一份，再从备份恢复。", arg("file")),
            format!("The memory file {} is damaged; it was left alone. Keep a copy, then restore a backup.", arg("file")),
        ),
        ErrorCode::Locked => (
            "记忆文件加了密。请在终端里输入密码短语，或用 LAOLU_PASSPHRASE、--passphrase-fd 给出。".to_owned(),
            "The memory file is encrypted. Type the passphrase at a terminal, or give it by LAOLU_PASSPHRASE or --passphrase-fd.".to_owned(),
        ),
        ErrorCode::WrongPassphrase => (
            "密码短语不对，文件没有动过。检查大小写和输入法后再试。真忘了就找不回来：把 memory.db 从数据文件夹移走，可以从头开始。".to_owned(),
            "That is not the passphrase; the file was left alone. Check capitals and the keyboard, then try again. One that is forgotten can't be recovered: to start anew, move memory.db out of the data folder.".to_owned(),
        ),
        ErrorCode::Keyring if arg("why") == "missing" => (
            "这台电脑没有系统钥匙串，只能每次输入密码短语。".to_owned(),
            "This computer has no keyring; the passphrase has to be typed every time.".to_owned(),
        ),
        ErrorCode::Keyring => (
            "系统钥匙串打不开。先解锁它，再试一次。".to_owned(),
            "The system’s keyring does not open. Unlock it, then try again.".to_owned(),
        ),
        ErrorCode::SecondInstance => (
            "老路已经开着，请用那个窗口。".to_owned(),
            "Laolu is open already. Use that window.".to_owned(),
        ),
        ErrorCode::Network => network(error),
        ErrorCode::Cancelled => ("已取消，没有留下任何东西。".to_owned(), "Cancelled. Nothing was left behind.".to_owned()),
        ErrorCode::Budget => (
            "找得太久，停下了。试试近一点的地方，或少一些要求。".to_owned(),
            "The search took too long and stopped. Try something nearer, or fewer wishes.".to_owned(),
        ),
        ErrorCode::EraseUnfinished => (
            "还没抹干净：已经没有任何地方会再用到它，但文件里还有残留。关掉其他老路窗口后运行 laolu memory erase --resume。".to_owned(),
            "Not finished: nothing uses it any more, but bytes remain in a file. Close other Laolu windows, then run laolu memory erase --resume.".to_owned(),
        ),
        ErrorCode::Internal => (
            format!("老路自己出了错（{}）。请带上这条命令反馈。", arg("room")),
            format!("A fault of Laolu’s own ({}). Please report it with this command.", arg("room")),
        ),
    };
    let mut text = match lang {
        LangDto::Zh => zh,
        LangDto::En => en,
    };
    for place in &error.places {
        text.push_str(&format!(
            "\n  {}  {:.5},{:.5}  {}",
            place.label, place.point.lat, place.point.lon, place.detail
        ));
    }
    text
}

fn bad_request(error: &ErrorDto) -> (String, String) {
    let arg = |key: &str| error.args.get(key).map(String::as_str).unwrap_or_default();
    let (zh, en) = match (arg("field"), arg("why")) {
        ("yes", _) => (
            "这会抹除全部记忆，不能撤销。确定的话加上 --yes。",
            "This erases every memory, without undo. Add --yes if you mean it.",
        ),
        ("encryption", "not_sure") => (
            "加密后忘了密码短语，记忆就再也打不开，谁也帮不了。明白的话加上 --yes。",
            "Without the passphrase the memories can never be opened again, and nobody can help. Add --yes if you know that.",
        ),
        ("encryption", "locked_already") => (
            "记忆文件已经加密。换密码短语：laolu passphrase change。",
            "The memory file is encrypted already. For another passphrase: laolu passphrase change.",
        ),
        ("encryption", _) => (
            "记忆文件没有加密。先加密：laolu encrypt。",
            "The memory file is not encrypted. Encrypt it first: laolu encrypt.",
        ),
        ("passphrase", "differ") => ("两次输入的不一样。", "The two are not the same."),
        ("passphrase", _) => (
            "密码短语至少 8 个字，几个不相干的词最好。",
            "A passphrase has at least 8 characters; a few unrelated words are best.",
        ),
        ("passphrase_fd" | "new_passphrase_fd", _) => (
            "没有这个编号的打开文件。例如：laolu --passphrase-fd 3 doctor 3< 文件",
            "There is no open file of that number. For example: laolu --passphrase-fd 3 doctor 3< FILE",
        ),
        ("sentence", _) => (
            "这句话里没听出要记住什么。试试：laolu memory add 以后别走隧道",
            "It does not say what to remember. Try: laolu memory add always avoid tunnels",
        ),
        ("id", "stated") => (
            "这是你自己说的，不能拒绝：改它用 laolu memory edit，不要它用 laolu memory delete。",
            "You said this yourself. Correct it with laolu memory edit, or laolu memory delete it.",
        ),
        ("id" | "ids", _) => (
            "记忆编号形如 place-1、pref-2、trip-3；用 laolu memory list 查看。",
            "Memory ids look like place-1, pref-2, trip-3; see laolu memory list.",
        ),
        ("time", _) => {
            ("时间写成 2026-11-29T18:30 或 18:30。", "Write a time as 2026-11-29T18:30, or 18:30.")
        }
        ("point", "no_road") => ("那里没有车能走的路。", "There is no road for cars there."),
        ("point", _) => (
            "坐标写成 纬度,经度，例如 43.7243,7.4035。",
            "Write a point as LAT,LON, for example 43.7243,7.4035.",
        ),
        ("region", _) => {
            ("没有这个地图。用 laolu region list 查看。", "There is no such region. See laolu region list.")
        }
        ("measure", _) => {
            ("量的是 height、width、length 或 weight。", "Measures are height, width, length and weight.")
        }
        (field, _) if field.starts_with("vehicle.") => (
            "车的大小写成数字（米，重量用吨），不知道就写 off。",
            "Write a size as a number of metres (tonnes for the weight), or off when it is not known.",
        ),
        ("avoid.feature", _) => (
            "能避开的有：motorway、toll、ferry、tunnel、bridge、elevated、unpaved、waterside、residential、narrow、steep。",
            "What can be avoided: motorway, toll, ferry, tunnel, bridge, elevated, unpaved, waterside, residential, narrow, steep.",
        ),
        ("avoid.strength", _) => {
            ("程度有：rather_not、avoid、never、off。", "Strengths are: rather_not, avoid, never, off.")
        }
        ("mode", _) => (
            "方式有：fastest、stable、scenic、avoid_highway。",
            "Modes are: fastest, stable, scenic, avoid_highway.",
        ),
        ("region_list", _) => (
            "地址以 https:// 开头，指向 Geofabrik 格式的 index-v1.json。",
            "Write an address that begins with https:// and leads to an index-v1.json in Geofabrik’s form.",
        ),
        ("provider", _) => (
            "服务有：osrm、valhalla、graphhopper、amap。",
            "Services are: osrm, valhalla, graphhopper, amap.",
        ),
        ("address", "missing") => (
            "先给它一个地址：laolu provider set 服务 --address http://…",
            "Give it an address first: laolu provider set SERVICE --address http://…",
        ),
        ("address", _) => (
            "地址以 https:// 或 http:// 开头，不带用户名、问号和井号。",
            "Write an address that begins with https:// or http://, without a user, a question mark or a hash.",
        ),
        ("key", "missing") => (
            "它要有密钥才能用：laolu provider set 服务 --key，再输入密钥。",
            "It needs a key: laolu provider set SERVICE --key, then type the key.",
        ),
        ("model_address", "remote") => (
            "这个地址不在本机。要用它，先允许：laolu model set --allow-remote。",
            "That address is not on this computer. To use it, allow it first: laolu model set --allow-remote.",
        ),
        ("model_address", "missing") => (
            "先给它一个地址：laolu model set --address http://127.0.0.1:11434。",
            "Give it an address first: laolu model set --address http://127.0.0.1:11434.",
        ),
        ("model_address", _) => (
            "地址以 https:// 或 http:// 开头，不带用户名、问号和井号。",
            "Write an address that begins with https:// or http://, without a user, a question mark or a hash.",
        ),
        ("model", _) => (
            "说明用哪个模型：laolu model set --model 名字。",
            "Say which model: laolu model set --model NAME.",
        ),
        ("wait_ms", _) => ("等待时间是 0 到 5000 毫秒。", "The time to wait is 0 to 5000 milliseconds."),
        ("intents", _) => {
            ("判断方式有：rules、classifier、model。", "Ways of deciding are: rules, classifier, model.")
        }
        ("uses", _) => (
            "用途有：extraction、relevance、rephrase、reflection。",
            "Uses are: extraction, relevance, rephrase, reflection.",
        ),
        ("what", _) => (
            "能问的有：intent、extraction、relevance。",
            "It can be asked for: intent, extraction, relevance.",
        ),
        ("datum", _) => ("坐标系有：wgs84、gcj02。", "Datums are: wgs84, gcj02."),
        ("timeout_s", _) => ("等待时间是 1 到 120 秒。", "The time to wait is 1 to 120 seconds."),
        ("route_id", "not_on_map") => (
            "这条路没有完整地在这里的地图上找到，记不下来。",
            "That route was not found whole on the map here, so it can’t be written down.",
        ),
        ("weather", _) => ("天气有：rain、snow、fog、clear。", "Weathers are: rain, snow, fog, clear."),
        ("key", _) => (
            "能设置的有：lang、theme、learning、mode、undo_days、routes、region_download、region_list。",
            "Keys are: lang, theme, learning, mode, undo_days, routes, region_download, region_list.",
        ),
        ("tile", _) => (
            "图块写成 层级/列/行，例如 14/8529/5974；那里要有地图。",
            "Write a tile as Z/X/Y, for example 14/8529/5974, where a map is installed.",
        ),
        ("fixes" | "paths" | "mapping" | "folder" | "every_s", why) => {
            return crate::trips::bad_request(arg("field"), why);
        }
        (field, _) => {
            return (
                format!("「{field}」这一项用不了，请检查后再试。"),
                format!("“{field}” can’t be used as given. Check it and try again."),
            );
        }
    };
    (zh.to_owned(), en.to_owned())
}

fn network(error: &ErrorDto) -> (String, String) {
    let arg = |key: &str| error.args.get(key).map(String::as_str).unwrap_or_default();
    if !arg("provider").is_empty() {
        return crate::provider::error(arg("provider"), arg("why"), arg("status"));
    }
    if !arg("model").is_empty() {
        return crate::model::error(arg("why"), arg("status"));
    }
    if arg("purpose") == "receiver" {
        return crate::trips::no_receiver(arg("why"));
    }
    let (zh, en) = match arg("why") {
        "off" => (
            "下载功能没有打开，什么都没有发送。打开：laolu settings set region_download on。",
            "Downloading is off; nothing was sent. Switch it on with laolu settings set region_download on.",
        ),
        "not_listed" => (
            "列表里没有这个地区的文件。看看有哪些：laolu region list --online。",
            "The list has no file of that region. See laolu region list --online.",
        ),
        "list" => (
            "取到的不是地区列表。检查 region_list 的地址。",
            "What came is no list of regions. Check the address in region_list.",
        ),
        "address" => (
            "这个地址不能用，或被转到了不安全的地址。检查 region_list。",
            "The address can’t be used, or leads to an unprotected one. Check region_list.",
        ),
        "unreachable" => (
            "连不上服务器。检查网络后再试；已下载的部分会留着。",
            "The server can’t be reached. Check the network and try again; what has come is kept.",
        ),
        "untrusted" => (
            "服务器的证书不可信，已停下。检查电脑的时间和网络，再试一次。",
            "The server’s certificate is not to be trusted, so this stopped. Check the computer’s clock and network, then try again.",
        ),
        "slow" | "broken" => (
            "连接断了。再运行一次同样的命令，会从断开的地方继续。",
            "The connection broke off. Run the same command again; it goes on where it stopped.",
        ),
        "refused" => {
            let status = arg("status");
            return (
                format!(
                    "服务器拒绝了（状态 {status}）。过一会儿再试，或刷新列表：laolu region list --online --refresh。"
                ),
                format!(
                    "The server refuses (status {status}). Try again later, or fetch the list anew: laolu region list --online --refresh."
                ),
            );
        }
        "page" => (
            "收到的是网页，不是文件：网络可能要求先登录。",
            "A web page came instead of the file: the network may want you to sign in first.",
        ),
        "too_large" => (
            "文件比能接受的大，没有下载。选小一点的地区。",
            "The file is larger than is taken; nothing was fetched. Choose a smaller region.",
        ),
        "checksum" => (
            "校验和不对，下载的文件已扔掉。请再下一次。",
            "The checksum is wrong; the file was thrown away. Download it again.",
        ),
        _ => ("没能取到。请再试一次。", "It could not be fetched. Try again."),
    };
    (zh.to_owned(), en.to_owned())
}

fn no_route(error: &ErrorDto) -> (String, String) {
    let arg = |key: &str| error.args.get(key).map(String::as_str).unwrap_or_default();
    match arg("why") {
        "too_far" => (
            format!("最近的路在 {} 米之外。换一个离路近的点。", arg("metres")),
            format!("The nearest road is {} m away. Choose a point nearer to a road.", arg("metres")),
        ),
        "vehicle" => (
            "路上的限高、限宽、限长或限重，你的车过不去。看看车有多大：laolu settings show".to_owned(),
            "Something on the way is posted too small for your car. See its size: laolu settings show"
                .to_owned(),
        ),
        "island" => (
            "那里的路与其他路不连通，车开不到。".to_owned(),
            "The roads there are cut off from the rest; no car gets there.".to_owned(),
        ),
        _ => (
            "按交通规则没有能走通的路。换个起点或终点试试。".to_owned(),
            "There is no legal way. Try another start or destination.".to_owned(),
        ),
    }
}

fn bad_file(error: &ErrorDto) -> (String, String) {
    let arg = |key: &str| error.args.get(key).map(String::as_str).unwrap_or_default();
    let at = match arg("byte") {
        "" => (String::new(), String::new()),
        byte => (format!("（第 {byte} 字节）"), format!(" (at byte {byte})")),
    };
    let (zh, en) = match arg("why") {
        "missing" => ("没有这个文件".to_owned(), "There is no such file".to_owned()),
        "empty" => ("这个文件是空的".to_owned(), "This file is empty".to_owned()),
        "html" => (
            "这是一个网页，不是地图：下载时可能被转到了登录页".to_owned(),
            "This is a web page, not a map: the download may have led to a login page".to_owned(),
        ),
        "zip" => ("这是压缩包，请先解开".to_owned(), "This is an archive; unpack it first".to_owned()),
        "truncated" if arg("percent").is_empty() => {
            ("文件不完整".to_owned(), "The file is incomplete".to_owned())
        }
        "truncated" => {
            (format!("文件只有 {}%", arg("percent")), format!("This file stops at {}%", arg("percent")))
        }
        "no_roads" => ("里面没有车能走的路".to_owned(), "It holds no roads for cars".to_owned()),
        "not_gpx" => ("这不是 GPX 轨迹文件".to_owned(), "This is no GPX track".to_owned()),
        "empty_track" => ("文件是空的".to_owned(), "The file is empty".to_owned()),
        "no_points" => {
            ("里面没有记录下来的轨迹点".to_owned(), "It holds no recorded track points".to_owned())
        }
        "too_long" => ("轨迹太长".to_owned(), "The track is too long".to_owned()),
        "raw" => (
            "里面有行程、地点或坐标，不只是普遍的认识；已整个拒绝".to_owned(),
            "It holds trips, places or coordinates, not only what is known in general; it was refused whole"
                .to_owned(),
        ),
        "not_insights" => {
            ("这不是老路导出的认识".to_owned(), "These are no insights that Laolu exported".to_owned())
        }
        "unreadable" => ("文件读不出来".to_owned(), "The file can’t be read".to_owned()),
        _ => ("这不是 OpenStreetMap 的地图文件".to_owned(), "This is no OpenStreetMap file".to_owned()),
    };
    let file = arg("file");
    if matches!(arg("why"), "not_gpx" | "empty_track" | "no_points" | "too_long") {
        return (
            format!("{file}：{zh}。请选手机或行车记录仪导出的 .gpx 文件，至多三天。"),
            format!(
                "{file}: {en}. Choose a .gpx file recorded by a phone or a receiver, three days at most."
            ),
        );
    }
    (
        if arg("why") == "missing" {
            format!("{file}：{zh}。检查路径后再试。")
        } else {
            format!("{file}：{zh}{}。请重新下载 .osm.pbf 再导入。", at.0)
        },
        if arg("why") == "missing" {
            format!("{file}: {en}. Check the path and try again.")
        } else {
            format!("{file}: {en}{}. Download the .osm.pbf again, then import it.", at.1)
        },
    )
}
