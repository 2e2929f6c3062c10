// The table endpoint, held to the official JavaScript client of the Table
// service through its whole surface. The endpoint's URL comes in
// KEYRANGE_TABLES; make conformance sets it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  AzureNamedKeyCredential, AzureSASCredential, TableClient, TableServiceClient, TableTransaction,
  generateAccountSas, generateTableSas, odata,
} from "@azure/data-tables";

const url = process.env.KEYRANGE_TABLES;
assert.ok(url, "KEYRANGE_TABLES does not name an endpoint: use make conformance");
const account = "devstoreaccount1";
const credential = new AzureNamedKeyCredential(
  account, "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==");
const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
const service = new TableServiceClient(url, credential, options);

let serial = 0;
const name = (prefix) => `${prefix}${Date.now() % 1e9}${serial++}`;

const made = [];
async function newTable() {
  const client = new TableClient(url, name("js"), credential, options);
  await client.createTable();
  made.push(client);
  return client;
}

after(async () => {
  for (const client of made) await client.deleteTable().catch(() => {});
});

// The error's status and code. deleteTable and createTable of this client hide
// some.
const refused = (status, code) => (error) => {
  assert.equal(error.statusCode, status, `${error.message}`);
  const got = error.details?.odataError?.code ?? error.code;
  assert.equal(got, code, error.message);
  return true;
};

async function all(iterator) {
  const list = [];
  for await (const one of iterator) list.push(one);
  return list;
}

test("tables are made, listed in pages, filtered and deleted", async () => {
  const prefix = name("tab");
  for (let i = 0; i < 5; i++) await service.createTable(`${prefix}${i}`);
  await service.createTable(`${prefix}0`); // the client takes 409 for success
  await assert.rejects(service.createTable("1bad"), refused(400, "InvalidResourceName"));
  const filter = odata`TableName ge ${prefix} and TableName lt ${prefix + "~"}`;
  const names = (await all(service.listTables({ queryOptions: { filter } }))).map((t) => t.name);
  assert.deepEqual(names, [0, 1, 2, 3, 4].map((i) => `${prefix}${i}`));
  const pages = await all(service.listTables({ queryOptions: { filter } }).byPage({ maxPageSize: 2 }));
  assert.deepEqual(pages.map((p) => p.length), [2, 2, 1]);
  for (let i = 0; i < 5; i++) await service.deleteTable(`${prefix}${i}`);
  assert.equal((await all(service.listTables({ queryOptions: { filter } }))).length, 0);
  const again = new TableClient(url, `${prefix}0`, credential, options);
  await again.deleteTable(); // the client takes 404 for success
  await again.createTable().catch(refused(409, "TableBeingDeleted"));
});

test("a connection string", async () => {
  const text = `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${credential.key};TableEndpoint=${url};`;
  const client = TableServiceClient.fromConnectionString(text, options);
  assert.ok(Array.isArray(await all(client.listTables())));
});

test("every type comes back as it was stored", async () => {
  const client = await newTable();
  const entity = {
    partitionKey: "p", rowKey: "r", text: "text ꀕ 😀 \"'\\", empty: "", whole: 5, double: 1.5, truth: true,
    long: 9007199254740993n, date: new Date("2020-02-03T04:05:06.789Z"),
    guid: { type: "Guid", value: "9be2b5d1-93f7-4c5b-8ff0-3f1d6a8e0f11" }, bytes: new Uint8Array([0, 1, 254, 255]),
    explicit: { type: "Double", value: "5" }, nan: { type: "Double", value: "NaN" },
  };
  await client.createEntity(entity);
  const got = await client.getEntity("p", "r");
  for (const key of ["text", "empty", "whole", "double", "truth", "long"]) assert.equal(got[key], entity[key], key);
  assert.equal(new Date(got.date).getTime(), entity.date.getTime());
  assert.deepEqual(got.guid, entity.guid);
  assert.deepEqual([...got.bytes], [0, 1, 254, 255]);
  assert.equal(got.explicit, 5);
  assert.equal(String(got.nan?.value ?? got.nan), "NaN");
  assert.ok(got.etag && got.timestamp);
  const typed = await client.getEntity("p", "r", { disableTypeConversion: true });
  assert.deepEqual(typed.long, { type: "Int64", value: "9007199254740993" });
  assert.deepEqual(typed.whole, { type: "Int32", value: "5" });
  assert.deepEqual(typed.date, { type: "DateTime", value: "2020-02-03T04:05:06.789Z" });
  const some = await client.getEntity("p", "r", { queryOptions: { select: ["whole", "absent"] } });
  assert.equal(some.whole, 5);
  assert.equal(some.text, undefined);
});

test("entities are created, changed in both modes and deleted", async () => {
  const client = await newTable();
  const { etag } = await client.createEntity({ partitionKey: "p", rowKey: "r", a: 1, b: 2 });
  await assert.rejects(client.createEntity({ partitionKey: "p", rowKey: "r" }), refused(409, "EntityAlreadyExists"));
  const merged = await client.updateEntity({ partitionKey: "p", rowKey: "r", a: 5 }, "Merge", { etag });
  let got = await client.getEntity("p", "r");
  assert.equal(got.a, 5);
  assert.equal(got.b, 2);
  await assert.rejects(client.updateEntity({ partitionKey: "p", rowKey: "r" }, "Replace", { etag }), refused(412, "UpdateConditionNotSatisfied"));
  await client.updateEntity({ partitionKey: "p", rowKey: "r", c: 1 }, "Replace", { etag: merged.etag });
  got = await client.getEntity("p", "r");
  assert.equal(got.a, undefined);
  assert.equal(got.c, 1);
  await assert.rejects(client.updateEntity({ partitionKey: "p", rowKey: "absent" }, "Merge"), refused(404, "ResourceNotFound"));
  for (const mode of ["Merge", "Replace"]) {
    for (let i = 0; i < 2; i++) await client.upsertEntity({ partitionKey: "p", rowKey: mode, a: i }, mode);
  }
  assert.equal((await client.getEntity("p", "Merge")).a, 1);
  await assert.rejects(client.deleteEntity("p", "r", { etag }), refused(412, "UpdateConditionNotSatisfied"));
  await client.deleteEntity("p", "r");
  await assert.rejects(client.getEntity("p", "r"), refused(404, "ResourceNotFound"));
  const none = new TableClient(url, name("none"), credential, options);
  await assert.rejects(none.getEntity("p", "r"), refused(404, "TableNotFound"));
});

test("odd keys survive every way to name an entity", async () => {
  const client = await newTable();
  for (const key of ["", "a b", "o'clock", "100%", "%27", "a+b", "ꀕ", "😀", 'a"b', "@*$!", "a,b", "a=b", "a;b", "(x)", "a&b", "ä~ö", "a''b"]) {
    await client.createEntity({ partitionKey: key, rowKey: key, v: key });
    const got = await client.getEntity(key, key);
    assert.deepEqual([got.partitionKey, got.rowKey, got.v], [key, key, key]);
    await client.upsertEntity({ partitionKey: key, rowKey: key, w: key }, "Merge");
    await client.updateEntity({ partitionKey: key, rowKey: key, x: key }, "Replace");
    const found = await all(client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${key} and RowKey eq ${key}` } }));
    assert.deepEqual(found.map((e) => e.x), [key]);
    await client.deleteEntity(key, key);
  }
  await assert.rejects(client.createEntity({ partitionKey: "a/b", rowKey: "r" }), refused(400, "OutOfRangeInput"));
});

test("pages hold what was asked for and lead through everything once", async () => {
  const client = await newTable();
  for (let batch = 0; batch < 12; batch++) {
    await client.submitTransaction(Array.from({ length: 100 }, (_, i) =>
      ["create", { partitionKey: "p", rowKey: String(batch * 100 + i).padStart(4, "0"), n: i }]));
  }
  const rows = (await all(client.listEntities())).map((e) => e.rowKey);
  assert.equal(rows.length, 1200);
  assert.deepEqual(rows, [...rows].sort());
  const pages = await all(client.listEntities().byPage({ maxPageSize: 500 }));
  assert.deepEqual(pages.map((p) => p.length), [500, 500, 200]);
  const iterator = client.listEntities().byPage({ maxPageSize: 500 });
  const first = (await iterator.next()).value;
  const rest = await all(client.listEntities().byPage({ maxPageSize: 1000, continuationToken: first.continuationToken }));
  assert.deepEqual(rest.map((p) => p.length), [700]);
  assert.equal((await all(client.listEntities({ queryOptions: { filter: odata`n eq ${7}` } }))).length, 12);
  assert.equal((await all(client.listEntities({ queryOptions: { filter: odata`RowKey ge ${"0600"}`, select: ["rowKey"] } }))).length, 600);
  assert.deepEqual(await all(client.listEntities({ queryOptions: { filter: odata`n eq ${999}` } })), []);
  const empty = (await client.listEntities().byPage({ maxPageSize: 0 }).next()).value;
  assert.deepEqual([...empty], []);
  await assert.rejects(all(client.listEntities({ queryOptions: { filter: "startswith(RowKey,'0')" } })), refused(501, "NotImplemented"));
  await assert.rejects(all(client.listEntities({ queryOptions: { filter: "aaa bbb ccc" } })), refused(400, "InvalidInput"));
});

test("filters of every type", async () => {
  const client = await newTable();
  const date = new Date("2020-01-01T00:00:00Z");
  await client.createEntity({
    partitionKey: "p", rowKey: "r", s: "o'clock", i: 5, d: 1.5, b: true, l: 9007199254740993n, t: date,
    g: { type: "Guid", value: "9be2b5d1-93f7-4c5b-8ff0-3f1d6a8e0f11" }, x: new Uint8Array([1, 255]),
  });
  for (const filter of [
    odata`s eq ${"o'clock"}`, odata`i eq ${5}`, odata`d eq ${1.5}`, odata`b eq ${true}`, odata`t eq ${date}`,
    "l eq 9007199254740993L", "g eq guid'9be2b5d1-93f7-4c5b-8ff0-3f1d6a8e0f11'", "x eq X'01ff'", "not (i eq 4) and (s gt 'a' or b)",
  ]) {
    assert.equal((await all(client.listEntities({ queryOptions: { filter } }))).length, 1, filter);
  }
});

test("transactions do all kinds of operations, together or not at all", async () => {
  const client = await newTable();
  for (const rowKey of ["merge", "replace", "delete"]) await client.createEntity({ partitionKey: "p", rowKey, a: 1 });
  const transaction = new TableTransaction();
  transaction.createEntity({ partitionKey: "p", rowKey: "create", b: "ꀕ" });
  transaction.updateEntity({ partitionKey: "p", rowKey: "merge", b: 2 }, "Merge");
  transaction.updateEntity({ partitionKey: "p", rowKey: "replace", b: 2 }, "Replace");
  transaction.upsertEntity({ partitionKey: "p", rowKey: "upsert" }, "Merge");
  transaction.upsertEntity({ partitionKey: "p", rowKey: "upsert2" }, "Replace");
  transaction.deleteEntity("p", "delete");
  const done = await client.submitTransaction(transaction.actions);
  assert.equal(done.status, 202);
  assert.deepEqual(done.subResponses.map((r) => r.status), [204, 204, 204, 204, 204, 204]);
  assert.ok(done.getResponseForEntity("create").etag);
  assert.equal((await all(client.listEntities())).length, 5);
  for (const [second, status, code] of [
    [["create", { partitionKey: "p", rowKey: "create" }], 409, "EntityAlreadyExists"],
    [["update", { partitionKey: "p", rowKey: "none" }, "Merge"], 404, "ResourceNotFound"],
    [["upsert", { partitionKey: "p", rowKey: "new" }, "Merge"], 400, "InvalidDuplicateRow"],
  ]) {
    await assert.rejects(client.submitTransaction([["create", { partitionKey: "p", rowKey: "new" }], second]), (error) => {
      assert.equal(error.statusCode, status);
      assert.equal(error.code, code);
      assert.match(error.message, /^1:/);
      return true;
    });
    await assert.rejects(client.getEntity("p", "new"), refused(404, "ResourceNotFound"));
  }
});

test("signatures give what they say and no more", async () => {
  const client = await newTable();
  for (const rowKey of ["a", "b", "c"]) await client.createEntity({ partitionKey: "p", rowKey });
  const expiresOn = new Date(Date.now() + 3_600_000);
  const range = generateTableSas(client.tableName, credential, {
    permissions: { query: true }, expiresOn,
    startPartitionKey: "p", startRowKey: "b", endPartitionKey: "p", endRowKey: "c",
  });
  const reader = new TableClient(url, client.tableName, new AzureSASCredential(range), options);
  assert.deepEqual((await all(reader.listEntities())).map((e) => e.rowKey), ["b", "c"]);
  await assert.rejects(reader.createEntity({ partitionKey: "p", rowKey: "bb" }), refused(403, "AuthorizationPermissionMismatch"));
  await assert.rejects(reader.getEntity("p", "a"), refused(404, "ResourceNotFound"));

  const sas = generateAccountSas(credential, {
    expiresOn, permissions: { query: true, write: true, delete: true, list: true, add: true, create: true, update: true },
    resourceTypes: "sco", services: { table: true },
  });
  const whole = new TableServiceClient(url, new AzureSASCredential(sas), options);
  const table = name("sas");
  await whole.createTable(table);
  const writer = new TableClient(url, table, new AzureSASCredential(sas), options);
  await writer.createEntity({ partitionKey: "p", rowKey: "r" });
  await writer.upsertEntity({ partitionKey: "p", rowKey: "s" });
  await writer.submitTransaction([["create", { partitionKey: "p", rowKey: "t" }]]);
  assert.equal((await all(writer.listEntities())).length, 3);
  await whole.deleteTable(table);
});

test("stored policies are kept, found and enforced", async () => {
  const client = await newTable();
  const start = new Date(Date.now() - 3_600_000);
  const expiry = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000); // the client drops fractions of a second
  await client.setAccessPolicy([{ id: "read", accessPolicy: { start, expiry, permission: "r" } }, { id: "empty" }]);
  const got = await client.getAccessPolicy();
  assert.deepEqual(got.map((p) => p.id), ["read", "empty"]);
  assert.equal(got[0].accessPolicy.expiry.getTime(), expiry.getTime());
  assert.equal(got[0].accessPolicy.permission, "r");
  const sas = generateTableSas(client.tableName, credential, { identifier: "read" });
  const reader = new TableClient(url, client.tableName, new AzureSASCredential(sas), options);
  assert.deepEqual(await all(reader.listEntities()), []);
  await assert.rejects(reader.deleteEntity("p", "r"), refused(403, "AuthorizationPermissionMismatch"));
  await assert.rejects(client.setAccessPolicy(Array.from({ length: 6 }, (_, i) => ({ id: String(i) }))), (e) => e.statusCode === 400);
  await client.setAccessPolicy([]);
  assert.equal((await client.getAccessPolicy()).length, 0);
});

test("properties of the service are kept", async () => {
  const was = await service.getProperties();
  await service.setProperties({
    logging: { version: "1.0", read: true, write: true, delete: false, retentionPolicy: { enabled: true, days: 5 } },
    hourMetrics: { version: "1.0", enabled: true, includeAPIs: true, retentionPolicy: { enabled: true, days: 7 } },
    minuteMetrics: { version: "1.0", enabled: false, retentionPolicy: { enabled: false } },
    cors: [{ allowedHeaders: "x-ms-*", allowedMethods: "GET,PUT", allowedOrigins: "http://example.com", exposedHeaders: "x-ms-*", maxAgeInSeconds: 60 }],
  });
  const got = await service.getProperties();
  assert.equal(got.logging.retentionPolicy.days, 5);
  assert.equal(got.hourMetrics.includeAPIs, true);
  assert.equal(got.cors[0].maxAgeInSeconds, 60);
  await assert.rejects(service.setProperties({ cors: Array.from({ length: 6 }, () => got.cors[0]) }), (e) => e.statusCode === 400);
  await service.setProperties({ logging: was.logging, hourMetrics: was.hourMetrics, minuteMetrics: was.minuteMetrics, cors: was.cors ?? [] });
});

test("wrong credentials are refused", async () => {
  const wrong = new TableServiceClient(url, new AzureNamedKeyCredential(account, "AAAA"), options);
  await assert.rejects(all(wrong.listTables()), refused(403, "AuthenticationFailed"));
});

// Faults on purpose, as the client's own retry sees them. It connects by the string
// that keyrange tables prints.
const [steering, token] = process.env.KEYRANGE_STEER?.split(" ") ?? [];
async function steer(method, body) {
  const answer = await fetch(`${steering}faults`, { method, body, headers: { Authorization: `Bearer ${token}` } });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return text;
}

async function patient() {
  const { tableName } = await newTable();
  const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
  return TableClient.fromConnectionString(
    `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${key};TableEndpoint=${url};`, tableName,
    { allowInsecureConnection: true, retryOptions: { maxRetries: 3, retryDelayInMs: 1, maxRetryDelayInMs: 5 } });
}

// faults does something while rules are in force.
async function faults(rules, what) {
  await steer("PUT", rules);
  try { return await what(); } finally { await steer("DELETE"); }
}

test("faults that pass are healed by the client's own retry", async (t) => {
  for (const fault of ["500", "503", "timeout", "lost-request", "reset", "lost-response"]) {
    await t.test(fault, async () => {
      const client = await patient();
      await client.createEntity({ partitionKey: "p", rowKey: "r", n: 1 });
      await faults(`${fault} op=get count=1 table=${client.tableName}`, async () => {
        assert.equal((await client.getEntity("p", "r")).n, 1);
        assert.match(await steer("GET"), /^# for [12] requests, 1 faults/);
      });
    });
  }
});

test("a request that is late ends by the caller's own patience", async () => {
  const client = await patient();
  await client.createEntity({ partitionKey: "p", rowKey: "r", n: 1 });
  await faults(`delay for=10m op=get count=1 table=${client.tableName}`, async () => {
    await assert.rejects(client.getEntity("p", "r", { abortSignal: AbortSignal.timeout(300) }), { name: "AbortError" });
    assert.equal((await client.getEntity("p", "r")).n, 1);
  });
});

test("an insert whose answer was lost is there, and its retry says so", async (t) => {
  for (const fault of ["lost-response", "500 done", "timeout done"]) {
    await t.test(fault, async () => {
      const client = await patient();
      await faults(`${fault} op=insert count=1 table=${client.tableName}`, async () => {
        await assert.rejects(client.createEntity({ partitionKey: "p", rowKey: "r", attempt: "mine" }), refused(409, "EntityAlreadyExists"));
      });
      assert.equal((await client.getEntity("p", "r")).attempt, "mine");
      await client.upsertEntity({ partitionKey: "p", rowKey: "r", attempt: "mine" });
    });
  }
});

test("a rival between a read and an update is 412, and reading again heals it", async () => {
  const client = await patient();
  await client.createEntity({ partitionKey: "p", rowKey: "r", n: 1 });
  await faults(`rival op=conditional count=2 table=${client.tableName}`, async () => {
    let failed = 0;
    for (;; failed++) {
      const read = await client.getEntity("p", "r");
      try {
        await client.updateEntity({ partitionKey: "p", rowKey: "r", n: read.n + 1 }, "Replace", { etag: read.etag });
        break;
      } catch (error) {
        refused(412, "UpdateConditionNotSatisfied")(error);
      }
    }
    assert.equal(failed, 2);
  });
  assert.equal((await client.getEntity("p", "r")).n, 2);
});

test("half an answer and a clock that is off are errors", async () => {
  const client = await patient();
  await client.createEntity({ partitionKey: "p", rowKey: "r", n: 1 });
  await faults(`half-response op=get table=${client.tableName}`, () => assert.rejects(client.getEntity("p", "r")));
  await faults(`skew for=20m op=get table=${client.tableName}`, () => assert.rejects(client.getEntity("p", "r"), refused(403, "AuthenticationFailed")));
});
