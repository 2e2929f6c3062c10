// What a page of another site may try against the Table endpoint of this machine. Each
// way is a function that runs in that page with what everybody knows: where the
// endpoint is, and a signature with the key of the emulators. It returns what it got to
// read. `arrives` says how its request comes to the endpoint: with which verb, or not at
// all.

export const SECRET = "nobody else's";

export const ways = {
  "read by fetch": { arrives: "GET", run: ({ at }) => fetch(at("/Tab")).then((r) => r.text()) },
  "read by fetch without CORS": { arrives: "GET", run: ({ at }) => fetch(at("/Tab"), { mode: "no-cors" }).then((r) => r.text()) },
  "read by XMLHttpRequest": { arrives: "GET", run: ({ at }) => new Promise((done) => {
    const x = new XMLHttpRequest();
    x.onloadend = () => done(x.responseText);
    x.open("GET", at("/Tab"));
    x.send();
  }) },
  "read with a header that is asked for": { arrives: "OPTIONS", run: ({ at }) => fetch(at("/Tab"), { headers: { Accept: "application/json;odata=nometadata", "x-ms-version": "2019-02-02" } }).then((r) => r.text()) },
  "read as a script": { arrives: "GET", run: ({ at }) => new Promise((done) => {
    const s = document.createElement("script");
    s.onload = s.onerror = () => done(JSON.stringify(Object.keys(window).filter((k) => /odata|value/.test(k))));
    s.src = at("/Tab");
    document.head.append(s);
  }) },
  "read as a style sheet": { arrives: "GET", run: ({ at }) => new Promise((done) => {
    const s = document.createElement("link");
    s.onload = s.onerror = () => { try { done([...s.sheet.cssRules].map((r) => r.cssText).join()); } catch (e) { done(String(e)); } };
    s.rel = "stylesheet";
    s.href = at("/Tab");
    document.head.append(s);
  }) },
  "read as a frame": { arrives: "GET", run: ({ at }) => new Promise((done) => {
    const f = document.createElement("iframe");
    f.onload = () => { try { done(f.contentDocument?.body.textContent ?? "closed"); } catch (e) { done(String(e)); } };
    f.src = at("/Tab");
    document.body.append(f);
  }) },
  "read as a picture": { arrives: "GET", run: ({ at }) => new Promise((done) => {
    const i = new Image();
    i.onload = () => done("a picture");
    i.onerror = () => done("none");
    i.src = at("/Tab");
  }) },
  "read in a worker": { arrives: "GET", run: ({ at }) => new Promise((done) => {
    const w = new Worker(URL.createObjectURL(new Blob([`fetch(${JSON.stringify(at("/Tab"))}).then((r) => r.text()).then(postMessage, (e) => postMessage(String(e)))`])));
    w.onmessage = (e) => done(e.data);
  }) },
  "read as a stream of events": { arrives: "GET", run: ({ at }) => new Promise((done) => {
    const s = new EventSource(at("/Tab"));
    s.onmessage = (e) => done(e.data);
    s.onerror = () => { s.close(); done("none"); };
  }) },
  "read what is steered": { arrives: "", run: ({ origin }) => fetch(`${origin}/keyrange/faults`, { headers: { Authorization: "Bearer guess" } }).then((r) => r.text()) },
  "write a form as plain text": { arrives: "POST", run: ({ form, at }) => form(at("/Tab"), "text/plain", '{"PartitionKey":"p","RowKey":"form","X":"', '"}') },
  "write a form": { arrives: "POST", run: ({ form, at }) => form(at("/Tab"), "application/x-www-form-urlencoded", '{"PartitionKey":"p","RowKey":"form"}', "") },
  "write a form in parts": { arrives: "POST", run: ({ form, at, batch }) => form(at("/$batch"), "multipart/form-data", "x", batch) },
  "write a beacon": { arrives: "POST", run: ({ at, entity }) => String(navigator.sendBeacon(at("/Tab"), entity)) },
  "write a beacon of JSON": { arrives: "OPTIONS", run: ({ at, entity }) => String(navigator.sendBeacon(at("/Tab"), new Blob([entity], { type: "application/json" }))) },
  "write a beacon without a type": { arrives: "POST", run: ({ at, entity }) => String(navigator.sendBeacon(at("/Tab"), new Blob([entity]))) },
  "write by fetch without CORS": { arrives: "POST", run: ({ at, entity }) => fetch(at("/Tab"), { method: "POST", mode: "no-cors", body: entity }).then((r) => r.text()) },
  "write by fetch without a type": { arrives: "POST", run: ({ at, entity }) => fetch(at("/Tab"), { method: "POST", mode: "no-cors", body: new Blob([entity]) }).then((r) => r.text()) },
  "write JSON by fetch": { arrives: "OPTIONS", run: ({ at, entity }) => fetch(at("/Tab"), { method: "POST", headers: { "Content-Type": "application/json" }, body: entity }).then((r) => r.text()) },
  "write a batch by fetch": { arrives: "POST", run: ({ at, batch }) => fetch(at("/$batch"), { method: "POST", mode: "no-cors", body: new Blob([batch]) }).then((r) => r.text()) },
  "make a table": { arrives: "POST", run: ({ at }) => fetch(at("/Tables"), { method: "POST", mode: "no-cors", body: new Blob(['{"TableName":"Evil"}']) }).then((r) => r.text()) },
  "replace": { arrives: "OPTIONS", run: ({ at }) => fetch(at("/Tab(PartitionKey='p',RowKey='r')"), { method: "PUT", body: "{}" }).then((r) => r.text()) },
  "remove": { arrives: "OPTIONS", run: ({ at }) => fetch(at("/Tab(PartitionKey='p',RowKey='r')"), { method: "DELETE", headers: { "If-Match": "*" } }).then((r) => r.text()) },
  "remove by another verb": { arrives: "OPTIONS", run: ({ at }) => fetch(at("/Tab(PartitionKey='p',RowKey='r')"), { method: "POST", headers: { "X-HTTP-Method": "DELETE", "If-Match": "*" } }).then((r) => r.text()) },
  "remove a table": { arrives: "OPTIONS", run: ({ at }) => fetch(at("/Tables('Tab')"), { method: "DELETE" }).then((r) => r.text()) },
  "open it up by CORS rules": { arrives: "OPTIONS", run: ({ at, cors }) => fetch(`${at("/")}&restype=service&comp=properties`, { method: "PUT", body: cors }).then((r) => r.text()) },
};
