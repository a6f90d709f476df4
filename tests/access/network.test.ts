import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'

// Permissions for connections over HTTP: every person with every call in every state, against a table written by hand.
const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)

const people = {
  'a visitor': null,
  'a customer': 'customer',
  'another member': 'kestrel',
  'a moderator': 'moderator',
  'an admin': 'admin',
  'the one who asked': 'sofia',
  'the one who was asked': 'juno',
} as const
type Person = keyof typeof people
const sofia = getPersonId('sofia')
const juno = getPersonId('juno')
const otherOf = (person: Person) => (person === 'the one who was asked' ? sofia : juno)

const states = ['pending', 'accepted', 'declined', 'nothing', 'blocked'] as const
type State = (typeof states)[number]

const onRow = ['accept', 'decline', 'reopen', 'withdraw', 'remove'] as const
const onPerson = ['relation', 'request', 'block', 'unblock'] as const
type Call = (typeof onRow)[number] | (typeof onPerson)[number]

/**
 * Status of the connection's row after a call on it. Calls that are not listed get "not found" and change nothing.
 */
const rowTable: Partial<Record<State, Partial<Record<Person, Partial<Record<Call, string | null>>>>>> = {
  pending: {
    'the one who asked': { withdraw: null },
    'the one who was asked': { accept: 'accepted', decline: 'declined', reopen: 'pending' },
  },
  accepted: {
    'the one who asked': { remove: null },
    'the one who was asked': { remove: null, accept: 'accepted' },
  },
  declined: { 'the one who was asked': { decline: 'declined', reopen: 'pending' } },
}

/** Status of the response and of the row afterwards, for calls on the other person. */
const personTable: Record<
  State,
  Record<'the one who asked' | 'the one who was asked', Record<string, [number, string | null]>>
> = {
  nothing: {
    'the one who asked': { request: [200, 'pending'], block: [200, null] },
    'the one who was asked': { request: [200, 'pending'], block: [200, null] },
  },
  pending: {
    'the one who asked': { request: [200, 'pending'], block: [200, null] },
    'the one who was asked': { request: [200, 'accepted'], block: [200, null] },
  },
  accepted: {
    'the one who asked': { request: [200, 'accepted'], block: [200, null] },
    'the one who was asked': { request: [200, 'accepted'], block: [200, null] },
  },
  declined: {
    'the one who asked': { request: [409, 'declined'], block: [200, 'declined'] },
    'the one who was asked': { request: [200, 'pending'], block: [200, 'declined'] },
  },
  // Blocked by the recipient: blocking again succeeds, and the requester gets "not found".
  blocked: {
    'the one who asked': { relation: [404, null], request: [404, null], block: [404, null] },
    'the one who was asked': { relation: [404, null], request: [404, null], block: [200, null] },
  },
}

const routes: Record<Call, [method: string, path: (id: string) => string]> = {
  accept: ['POST', (id) => `connections/${id}/accept`],
  decline: ['POST', (id) => `connections/${id}/decline`],
  reopen: ['POST', (id) => `connections/${id}/reopen`],
  withdraw: ['POST', (id) => `connections/${id}/withdraw`],
  remove: ['DELETE', (id) => `connections/${id}`],
  relation: ['GET', (id) => `members/${id}/relation`],
  request: ['POST', (id) => `members/${id}/connection`],
  block: ['PUT', (id) => `blocks/${id}`],
  unblock: ['DELETE', (id) => `blocks/${id}`],
}

/** Creates the state between Sofia and Juno; returns the id of the row, or an unknown id. */
async function createState(state: State): Promise<string> {
  await sql`delete from blocks`.execute(db)
  await sql`delete from connections where ${sofia}::uuid in (user_id, connected_user_id)
    and ${juno}::uuid in (user_id, connected_user_id)`.execute(db)
  const id = newId()
  if (state === 'blocked')
    await sql`insert into blocks (blocker_id, blocked_id) values (${juno}, ${sofia})`.execute(db)
  else if (state !== 'nothing')
    await sql`insert into connections (id, user_id, connected_user_id, status, note, answered_at)
      values (${id}, ${sofia}, ${juno}, ${state}, 'Between us', ${state === 'pending' ? null : new Date()})`.execute(
      db,
    )
  return id
}

const cookies = new Map<string, Promise<string>>()
async function send(person: Person, method: string, path: string): Promise<{ status: number; text: string }> {
  const key = people[person]
  const known = key === null ? Promise.resolve('') : (cookies.get(key) ?? signIn(key))
  if (key !== null) cookies.set(key, known)
  const answer = await fetch(`${address}/api/v1/${path}`, {
    method,
    headers: {
      origin: address,
      'content-type': 'application/json',
      'x-forwarded-for': someAddress(),
      cookie: await known,
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  return { status: answer.status, text: await answer.text() }
}

async function statusBetween(): Promise<string | null> {
  const { rows } = await sql<{ status: string }>`
    select status from connections where ${sofia}::uuid in (user_id, connected_user_id)
      and ${juno}::uuid in (user_id, connected_user_id)`.execute(db)
  return rows[0]?.status ?? null
}

const everyone = Object.keys(people) as Person[]
const laid = (state: State) => (state === 'nothing' || state === 'blocked' ? null : state)

describe('connections between two people', () => {
  test.each(
    states.flatMap((state) =>
      everyone.flatMap((person) => onRow.map((call) => [state, person, call] as const)),
    ),
  )('for the state %s, %s gets the expected result of %s', async (state, person, call) => {
    const id = await createState(state)
    const [method, path] = routes[call]
    const { status, text } = await send(person, method, path(id))
    const becomes = rowTable[state]?.[person]?.[call]
    if (person === 'a visitor') expect(status).toBe(401)
    else expect(status, text).toBe(becomes === undefined ? 404 : 200)
    expect(await statusBetween()).toBe(becomes === undefined ? laid(state) : becomes)
    if (status !== 200) expect(text).not.toMatch(/Between us|Sofia|Juno/)
  })

  test.each(
    states.flatMap((state) =>
      (['a visitor', 'the one who asked', 'the one who was asked'] as const).flatMap((person) =>
        onPerson.map((call) => [state, person, call] as const),
      ),
    ),
  )(
    'for the state %s, %s gets the expected result of %s on the other person',
    async (state, person, call) => {
      await createState(state)
      const [method, path] = routes[call]
      const { status, text } = await send(person, method, path(otherOf(person)))
      const [answered, becomes] =
        person === 'a visitor' ? [401, laid(state)] : (personTable[state][person][call] ?? [200, laid(state)])
      expect(status, text).toBe(answered)
      expect(await statusBetween()).toBe(becomes)
    },
  )

  test('a connection is listed for its two sides only', async () => {
    for (const state of ['pending', 'accepted'] as const) {
      const id = await createState(state)
      for (const person of everyone) {
        const lists = await Promise.all(
          ['connections', 'pending', 'sent'].map((tab) =>
            send(person, 'GET', `connections?tab=${tab}&limit=48`),
          ),
        )
        const found = lists.map(({ text }) => text.includes(id))
        const isRequester = person === 'the one who asked'
        const isAsked = person === 'the one who was asked'
        expect(found, `${state} for ${person}`).toEqual(
          state === 'pending' ? [false, isAsked, isRequester] : [isAsked || isRequester, false, false],
        )
      }
    }
  })

  test('a block hides two people from each other in every list of people, and nowhere else', async () => {
    await createState('blocked')
    const names = { [juno]: 'Juno Okafor', [sofia]: 'Sofia Lind' }
    for (const [person, hidden] of [
      ['the one who asked', juno],
      ['the one who was asked', sofia],
      ['another member', undefined],
    ] as const) {
      const all = await send(person, 'GET', 'members?limit=48')
      const near = await send(person, 'GET', 'members?show=suggested&limit=48')
      for (const [id, name] of Object.entries(names)) {
        const isOwn = id === getPersonId(people[person])
        if (id === hidden) expect(all.text + near.text, `${person} finds ${name}`).not.toContain(id)
        else if (!isOwn) expect(all.text, `${person} misses ${name}`).toContain(id)
      }
      if (hidden) expect((await send(person, 'GET', `members/${hidden}`)).status).toBe(404)
    }
    expect((await send('the one who was asked', 'GET', 'blocks')).text).toContain('Sofia Lind')
    expect((await send('the one who asked', 'GET', 'blocks')).text).not.toContain('Juno')
  })
})
