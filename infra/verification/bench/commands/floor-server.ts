/**
 * The floor of a command's cost: one route that inserts an event and its rows into Postgres and tells the sockets of a
 * room. It decides nothing, authorises nothing and encrypts nothing. Runs as a process of its own; it is stopped by the
 * end of its channel.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Changed, ClientToServer, ServerToClient } from 'language/contract/live';
import Koa from 'koa';
import pg from 'pg';
import { Server } from 'socket.io';

const ROOM = 'team';

const tables = /* sql */ `
create table event (
  position bigint generated always as identity primary key,
  stream text not null, revision bigint not null, id uuid not null, type text not null,
  data jsonb not null, metadata jsonb not null, created timestamptz not null default now(),
  unique (stream, revision), unique (id)
);
create table entry (
  entry_id uuid primary key, review_id text not null, position bigint not null, note text not null,
  version bigint not null
);
create index entry_by_review on entry (review_id, position);
create table audited (
  entry_id uuid, revision bigint, at timestamptz not null, state jsonb not null, primary key (entry_id, revision)
);
create table change (
  stream text not null, revision bigint not null, touched text[] not null, primary key (stream, revision)
);
`;
const insertEvent = {
  name: 'event',
  text: 'insert into event (stream, revision, id, type, data, metadata) values ($1, $2, $3, $4, $5, $6)',
};
const insertRows = {
  name: 'rows',
  text: /* sql */ `
    with entered as (insert into entry values ($1, $2, $3::bigint, $4, $3::bigint)),
         audited as (insert into audited values ($1, $3::bigint, now(), $5))
    insert into change values ($2, $3::bigint, array[$6])`,
};

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query(tables);

const revisions = new Map<string, number>();
const nextRevision = (stream: string): number => {
  const revision = (revisions.get(stream) ?? -1) + 1;
  revisions.set(stream, revision);
  return revision;
};

async function bodyOf(request: IncomingMessage): Promise<{ reviewId: string; drugErr: { errNote: string } }> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString()) as Awaited<ReturnType<typeof bodyOf>>;
}

const app = new Koa();
app.use(async (ctx) => {
  const { reviewId: stream, drugErr } = await bodyOf(ctx.req);
  const [revision, id, at] = [nextRevision(stream), randomUUID(), new Date().toISOString()];
  const data = JSON.stringify(drugErr);
  const metadata = JSON.stringify({ actorId: 'bench', occurredAt: at });
  await pool.query(insertEvent, [stream, revision, id, 'ReviewMedicationAdded', data, metadata]);
  await pool.query(insertRows, [id, stream, revision, drugErr.errNote, data, `entry:${id}`]);
  const note: Changed = {
    stream,
    revision,
    from: revision,
    touched: [`entry:${id}`],
    actorId: 'bench',
    actorName: 'Bench',
    at,
  };
  io.to(ROOM).emit('changed', note);
  ctx.body = { stream, revision };
});

const http = createServer((request, response) => void app.callback()(request, response));
const io = new Server<ClientToServer, ServerToClient>(http, { serveClient: false, perMessageDeflate: false });
io.on('connection', (socket) => {
  socket.on('watch', (_, answer) => {
    void socket.join(ROOM);
    answer({ ok: true, stream: ROOM, revision: 0 });
  });
});
process.on('disconnect', () => process.exit(0));
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port));
