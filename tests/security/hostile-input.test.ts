import { sql } from 'kysely'
import crypto from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { type Answer, createClient } from '../support/keep-alive-client'
import { mayAdd, mayChange } from './allowed-changes'
import { insertOwnEvent } from './own-event'
import { insertCheckInEvent } from './check-in-event'
import {
  type Attempt,
  faultOf,
  forAll,
  type Operation,
  operationsOf,
  restRequest,
} from '../support/api-operations'
import { planAttempts, validInput } from '../support/hostile-attempts'
import { randomRuns } from '../support/random-runs'
import { recordRowChanges } from '../support/row-changes'
import { isLongRun } from '../support/long-run'

// The calls come from the server's own OpenAPI document, so a new call is tested automatically.
const { db, address, someAddress, signIn, stop } = await startTestApp()
const { ask, close } = createClient(address)
afterAll(async () => {
  close()
  await stop()
})
const operations = operationsOf(await (await fetch(`${address}/api/openapi.json`)).json())

let counter = 0
// The member comes first: the others skip most of the input that was refused for the member.
const everyone = { member: 'temi', visitor: undefined, customer: 'customer', admin: 'admin' } as const
const people: (keyof typeof everyone)[] = isLongRun
  ? ['member', 'visitor', 'customer', 'admin']
  : ['member', 'visitor']
const cookies: Record<string, string> = {}
async function getCookie(person: keyof typeof everyone): Promise<string> {
  const key = everyone[person]
  if (key === undefined) return ''
  return (cookies[person] ??= await signIn(key))
}

/**
 * Tom's id, and a function that returns the id of Tom's row in a table. Only Tom and admins may see or change that
 * row.
 */
const tom = getPersonId('tom')
const owned = async (table: string, column: string) =>
  (
    await sql<{
      id: string
    }>`select id from ${sql.table(table)} where ${sql.ref(column)} = ${tom} limit 1`.execute(db)
  ).rows[0]?.id
const paidType = await db
  .selectFrom('ticket_types')
  .innerJoin('events', 'events.id', 'ticket_types.event_id')
  .select(['ticket_types.id', 'event_id'])
  .where('title', '=', 'Long Exposure')
  .executeTakeFirstOrThrow()
const draft = await db
  .selectFrom('events')
  .select('id')
  .where('event_status', '=', 'draft')
  .executeTakeFirstOrThrow()
// A message of the member, so that attempts on messages pass the check of the room.
const message = await db
  .selectFrom('chat_messages')
  .innerJoin('chat_rooms', 'chat_rooms.id', 'room_id')
  .select(['chat_messages.id', 'room_id'])
  .where('user_id', '=', getPersonId('temi'))
  .where('room_type', '=', 'public')
  .executeTakeFirstOrThrow()
// The member's own room, in which every call is allowed.
const room = newId()
await sql`insert into chat_rooms (id, name, room_type, join_by) values (${room}, 'Desk', 'private', 'request')`.execute(
  db,
)
await sql`insert into chat_room_members (room_id, user_id, role) values
  (${room}, ${getPersonId('temi')}, 'admin'), (${room}, ${getPersonId('juno')}, 'member')`.execute(db)
// A message in that room that the member can hide, and that is reported.
const [said, reported] = [newId(), newId()]
await sql`insert into chat_messages (id, room_id, user_id, content, seq)
  select ${said}, ${room}, ${getPersonId('juno')}, 'Words', max(seq) + 1000000 from chat_messages`.execute(db)
await sql`insert into moderation_cases (id, message_id, person_id, room_id, quote, message_at)
  values (${reported}, ${said}, ${getPersonId('juno')}, ${room}, 'Words', now())`.execute(db)
// The member does check-in at an event with one ticket.
const checkInEvent = await insertCheckInEvent(db)
// The member organizes an event.
const ownEvent = await insertOwnEvent(db, getPersonId('temi'))
const others = [
  tom,
  await owned('orders', 'customer_id'),
  await owned('tickets', 'customer_id'),
  draft.id,
  paidType.id,
]
const tomsSecrets = (
  await sql<{ text: string }>`select ticket_number as text from tickets where customer_id = ${tom}
    union all select order_number from orders where customer_id = ${tom}`.execute(db)
).rows.map(({ text }) => text)

function known(operation: Operation): Record<string, unknown> {
  counter += 1
  return {
    id: operation.name.includes('icket') ? others[2] : others[1],
    orderId: others[1],
    eventId: paidType.event_id,
    ticketTypeId: paidType.id,
    email: `nobody-${counter}@nowhere.example`,
    password: 'not the password',
    code: 'ZZZZZZZZ',
    reference: `sbx_1000_${'0'.repeat(40)}`,
    token: 'A'.repeat(43),
    fullName: 'No one',
    clientKey: crypto.randomUUID(),
    items: [{ ticketTypeId: paidType.id, quantity: 1 }],
    ...ownEvent(operation.name, counter),
    ...(/^chat\.(?:rooms|members)\./.test(operation.name)
      ? { roomId: room, personId: getPersonId('juno'), name: `Room ${counter}` }
      : {}),
    ...(/^chat\.(?:moderation|cases)\./.test(operation.name)
      ? { roomId: room, personId: getPersonId('juno'), messageId: said, caseId: reported, from: null }
      : {}),
    ...(operation.name.startsWith('checkIn.')
      ? {
          eventId: checkInEvent.eventId,
          nonces: [newId()],
          scans: [{ nonce: newId(), kind: 'code', code: checkInEvent.code, ageMs: 0 }],
          entrance: 'Front',
        }
      : {}),
    ...(operation.name.startsWith('chat.messages.')
      ? { roomId: message.room_id, messageId: message.id, content: `Words ${counter}` }
      : {}),
  }
}

const plan = planAttempts(operations, { known, others, perPlace: randomRuns(isLongRun ? 2 : 1) })
const attemptsOn = (operation: Operation) => plan.get(operation) ?? []

type Send = (operation: Operation, attempt: Attempt, cookie: string) => Promise<Answer>
const ours = () => ({ origin: address, 'x-forwarded-for': someAddress() })

const overRpc: Send = ({ name }, { input }, cookie) =>
  ask(`/api/rpc/${name.replaceAll('.', '/')}`, {
    method: 'POST',
    headers: { ...ours(), 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ json: input }),
  })

const overRest: Send = (operation, attempt, cookie) => sendRest(operation, attempt, cookie)

function sendRest(operation: Operation, attempt: Attempt, cookie: string, method = operation.method) {
  const { path, body } = restRequest(operation, attempt, method)
  const headers = { ...ours(), 'content-type': 'application/json', ...(cookie ? { cookie } : {}) }
  return ask(path, { method, headers, ...(body === undefined ? {} : { body }) })
}

// An admin can see all data, so only other people must not get Tom's.
const findFault = (answer: Answer, person: string) => faultOf(answer, person === 'admin' ? [] : tomsSecrets)

// Failed sign-ins are recorded after the response, and so possibly during a later call.
const takeRowChanges = await recordRowChanges(db, { except: ['security_events', 'fee_imports'] })

async function jobsAreDone(): Promise<void> {
  // Emails about invitations to a room are delayed by seconds.
  await sql`update pgboss.job set start_after = now() where state = 'created' and start_after > now()
    and start_after < now() + interval '1 minute' and name not like '\\_\\_%'`.execute(db)
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pgboss.job where state in ('created', 'active') and start_after < now() + interval '1 minute'
          and name not like '\\_\\_%'`.execute(db)
        return rows[0]?.count
      },
      { timeout: 20_000 },
    )
    .toBe(0)
}

test('the OpenAPI document lists every call', () => {
  const names = operations.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('identity.signUp')
  expect(names).toContain('orders.reserve')
})

describe('hostile input gets 4xx with a message, or does no harm and changes nothing', () => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s withstands hostile input',
    async (name, operation) => {
      if (name === 'identity.signOut') for (const person of Object.keys(cookies)) delete cookies[person]
      const jars = await Promise.all(people.map(async (person) => [person, await getCookie(person)] as const))
      await jobsAreDone()
      await takeRowChanges()
      const faults = new Set<string>()
      // Positions of the attempts that break the schema. The server refuses these in the same way for every person.
      const breaksSchema = new Set<number>()
      for (const [person, cookie] of jars) {
        for (const [protocol, send] of [
          ['rpc', overRpc],
          ['rest', overRest],
        ] as const) {
          if (protocol === 'rest' && person !== 'member') continue
          // A person who may not make a call at all gets the same refusal for every input, and schema errors get the
          // same refusal for every person and protocol, so a tenth is enough of both. Only path parameters are read
          // differently. The fields of a JSON body are read as over RPC, so a tenth of them is enough for REST.
          const input = validInput(operation, () => known(operation))
          const { status } = await send(operation, { field: '', input }, cookie)
          const isRefused = status === 401 || status === 403
          const isParameter = (field: string) => protocol === 'rest' && operation.inPath.has(field)
          const isInBody = (field: string) =>
            protocol === 'rest' && operation.method !== 'GET' && field !== '' && !operation.inPath.has(field)
          const tried = [...attemptsOn(operation).entries()].filter(([at, { field }]) => {
            const isRepeated = isRefused || isInBody(field) || (breaksSchema.has(at) && !isParameter(field))
            return !isRepeated || at % 10 === counter % 10
          })
          await forAll(tried, async ([at, attempt]) => {
            const answer = await send(operation, attempt, cookie)
            if (answer.status === 400 && protocol === 'rpc' && person === 'member') breaksSchema.add(at)
            const fault = findFault(answer, person)
            if (fault === undefined) return
            const { field, input } = attempt
            const value = field === '' ? input : Object(input)[field]
            faults.add(
              `${protocol} as ${person}, ${field || 'input'} = ${JSON.stringify(value)?.slice(0, 80)}: ${fault}`,
            )
          })
        }
      }
      expect([...faults].slice(0, 20)).toEqual([])
      if (name === 'identity.signOut') for (const person of Object.keys(cookies)) delete cookies[person]
      await jobsAreDone()
      for (const { table, changed, added } of await takeRowChanges()) {
        // The invoices of the demo's orders are issued by a job that runs during this test.
        if (table.startsWith('invoice') || mayChange[name]?.includes(table) === true) continue
        expect(changed, `rows of ${table} were changed or deleted`).toBe(0)
        if (mayAdd[name]?.includes(table) !== true) expect(added, `rows were added to ${table}`).toBe(0)
      }
    },
    120_000,
  )

  test('HEAD answers with the status of GET and without a body', async () => {
    const reads = operations.filter(({ method }) => method === 'GET')
    for (const [person, cookie] of [
      ['member', await getCookie('member')],
      ['visitor', ''],
    ] as const)
      await forAll(reads, async (operation) => {
        const input = validInput(operation, () => known(operation))
        const hostile = attemptsOn(operation).filter((_, at) => person === 'member' && at % 10 === 3)
        for (const attempt of [{ field: '', input }, ...hostile]) {
          const { status } = await sendRest(operation, attempt, cookie)
          const head = await sendRest(operation, attempt, cookie, 'HEAD')
          expect(head, `${operation.name} as ${person}`).toEqual({ status, text: '' })
          expect(status).toBeLessThan(500)
        }
      })
  }, 60_000)

  test('stock counters are consistent after all hostile input', async () => {
    const { rows } = await sql`
      select t.id from ticket_types t where quantity_held <> (
        select coalesce(sum(i.quantity), 0) from order_items i join orders o on o.id = i.order_id
        where i.ticket_type_id = t.id and o.status = 'reserved')
      or quantity_sold <> (select count(*) from tickets k where k.ticket_type_id = t.id and k.status = 'valid')`.execute(
      db,
    )
    expect(rows).toEqual([])
  })
})
