import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '~/features/identity/server/public'
import { settingsAs } from '~/features/settings/server/testing'
import { newId } from '~/lib/ids'
import { refusalOf } from '~/platform/rpc/testing-refusal'
import { sendPersonMail } from '../mail/send-person-mail'
import { insertDraft, insertMember, openDesk } from './testing'

const desk = await openDesk()
const ilse = await insertMember(desk.db, { name: 'Ilse Brandt' })
const kit = await insertMember(desk.db, { name: 'Kit Marlowe' })
const tom = await insertMember(desk.db, { name: 'Tom Reed', role: 'customer', isPublic: false })
await sql`update accounts set password_hash = ${await hashPassword('slipped-halves')} where id = ${ilse.id}::uuid`.execute(
  desk.db,
)

const people = async (id: string) =>
  (await desk.as(ilse).team({ id })).people.map(({ name, relation }) => `${name} ${relation}`)
const noticesOf = async (userId: string, id: string) =>
  (
    await sql<{ kind: string; waits: boolean }>`
      select kind, settled_at is null as waits from notifications where user_id = ${userId}::uuid and subject_id = ${id}::uuid
      order by id`.execute(desk.db)
  ).rows.map(({ kind, waits }) => (waits ? kind : `${kind}, over`))
const auditOf = async (id: string) =>
  (
    await sql<{
      action: string
    }>`select action from audit_log where subject_id = ${id} order by id`.execute(desk.db)
  ).rows.map(({ action }) => action)

/** What the mail of the last job says. */
async function lastMail() {
  const sent: { to: string; subject: string; text: string }[] = []
  const job = desk.jobs.at(-1)
  expect(job?.name).toBe('events.person')
  await sendPersonMail(
    {
      db: desk.db,
      mail: { send: async (mail) => void sent.push(mail) },
      settings: settingsAs(),
      publicUrl: 'https://b2b.example',
    },
    job?.payload as { userId: string; eventId: string; byId: string },
  )
  return sent[0]
}

describe('R-07 the organizer names who helps', () => {
  test('a member by search, somebody at the door by their exact address; both are told by bell and mail', async () => {
    const id = await insertDraft(desk, ilse)
    await desk.as(ilse).addPerson({ id, personId: kit.id, relation: 'manager' })
    expect(await lastMail()).toMatchObject({
      to: kit.email,
      subject: 'You manage Dust & Diamonds now',
      text: expect.stringContaining(`https://b2b.example/dashboard/events/${id}/edit`),
    })
    const email = ` ${tom.email.toUpperCase()} `
    expect(await desk.as(ilse).addPerson({ id, email, relation: 'door' })).toEqual({ personId: tom.id })
    expect(await lastMail()).toMatchObject({
      to: tom.email,
      subject: 'You are on the door of Dust & Diamonds',
      text: expect.stringContaining(`https://b2b.example/dashboard/events/${id}/door`),
    })
    expect(await people(id)).toEqual(['Ilse Brandt organizer', 'Kit Marlowe manager', 'Tom Reed door'])
    expect(await noticesOf(tom.id, id)).toEqual(['event_door'])
    expect(await auditOf(id)).toEqual(['events.add_person', 'events.add_person'])
  })

  test('in the other way, once, and no longer; nobody is told twice of the same', async () => {
    const id = await insertDraft(desk, ilse)
    const add = (relation: 'manager' | 'door') => desk.as(ilse).addPerson({ id, personId: kit.id, relation })
    await add('door')
    await add('door')
    await add('manager')
    expect(await people(id)).toEqual(['Ilse Brandt organizer', 'Kit Marlowe manager'])
    expect(await noticesOf(kit.id, id)).toEqual(['event_door, over', 'event_manager'])
    await desk.as(ilse).removePerson({ id, personId: kit.id })
    await desk.as(ilse).removePerson({ id, personId: kit.id })
    expect(await noticesOf(kit.id, id)).toEqual(['event_door, over', 'event_manager, over'])
    expect(await people(id)).toEqual(['Ilse Brandt organizer'])
    expect(await refusalOf(desk.as(kit).get({ id }))).toMatchObject({ status: 404 })
    expect(desk.published.at(-1)).toEqual({ userIds: [kit.id], topics: ['events', 'notifications'] })
    // The mail that was still under way goes nowhere.
    expect(await lastMail()).toBeUndefined()
  })

  test('nobody without an account, suspended, not confirmed, or who blocks; and not the organizer', async () => {
    const id = await insertDraft(desk, ilse)
    const suspended = await insertMember(desk.db, { name: 'Sus Pended' })
    const unconfirmed = await insertMember(desk.db, { name: 'Un Confirmed', isVerified: false })
    const blocker = await insertMember(desk.db, { name: 'Bloc Ker' })
    await sql`update accounts set suspended_until = now() + interval '1 day' where id = ${suspended.id}::uuid`.execute(
      desk.db,
    )
    await sql`insert into blocks (blocker_id, blocked_id) values (${blocker.id}, ${ilse.id})`.execute(desk.db)
    for (const email of ['nobody@nowhere.example', suspended.email, unconfirmed.email, blocker.email])
      expect(await refusalOf(desk.as(ilse).addPerson({ id, email, relation: 'door' })), email).toMatchObject({
        code: 'PERSON_NOT_FOUND',
        status: 404,
        message: 'No account has this address. Ask them to sign up first; it is free.',
        data: undefined,
      })
    for (const personId of [suspended.id, blocker.id, tom.id, newId(), 'x'])
      expect(await refusalOf(desk.as(ilse).addPerson({ id, personId, relation: 'door' }))).toMatchObject({
        status: 404,
      })
    expect(
      await refusalOf(desk.as(ilse).addPerson({ id, email: ilse.email, relation: 'manager' })),
    ).toMatchObject({
      code: 'IS_ORGANIZER',
    })
    expect(await refusalOf(desk.as(ilse).addPerson({ id, relation: 'door' }))).toMatchObject({
      code: 'INVALID',
    })
    expect(await people(id)).toEqual(['Ilse Brandt organizer'])
  })

  test('whoever asks for one address after another is stopped', async () => {
    const guesser = await insertMember(desk.db, { name: 'Gus Guesser' })
    const id = await insertDraft(desk, guesser)
    const codes: string[] = []
    for (let n = 0; n < 21; n += 1)
      codes.push(
        (
          await refusalOf(
            desk.as(guesser).addPerson({ id, email: `a${n}@nowhere.example`, relation: 'door' }),
          )
        ).code,
      )
    expect(new Set(codes.slice(0, 20))).toEqual(new Set(['PERSON_NOT_FOUND']))
    expect(codes[20]).toBe('TOO_MANY_REQUESTS')
  })

  test('managers, hosts and doors name nobody', async () => {
    const id = await insertDraft(desk, ilse)
    await desk.as(ilse).addPerson({ id, personId: kit.id, relation: 'manager' })
    const as = desk.as(kit)
    const tries = [
      as.team({ id }),
      as.addPerson({ id, email: tom.email, relation: 'door' }),
      as.removePerson({ id, personId: kit.id }),
      as.handOver({ id, personId: kit.id, password: 'slipped-halves' }),
      as.duplicate({ id }),
      as.remove({ id }),
    ]
    for (const answer of await Promise.all(tries.map(refusalOf)))
      expect(answer).toMatchObject({ status: 404 })
  })
})

describe('an event is handed over', () => {
  const password = 'slipped-halves'

  test('to a member, who is told; who was the organizer stays as a manager', async () => {
    const id = await insertDraft(desk, ilse)
    await desk.as(ilse).addPerson({ id, personId: kit.id, relation: 'manager' })
    await desk.as(ilse).handOver({ id, personId: kit.id, password })
    expect((await desk.as(kit).team({ id })).people).toMatchObject([
      { name: 'Kit Marlowe', relation: 'organizer' },
      { name: 'Ilse Brandt', relation: 'manager' },
    ])
    expect((await desk.as(ilse).get({ id })).acts).toEqual(['edit', 'publish', 'guests', 'door'])
    expect(await noticesOf(kit.id, id)).toEqual(['event_manager, over', 'event_handed_over'])
    expect(await lastMail()).toMatchObject({ to: kit.email, subject: 'Dust & Diamonds is yours now' })
    expect(await auditOf(id)).toEqual(['events.add_person', 'events.hand_over'])
  })

  test('only with the password, and only to a member', async () => {
    const id = await insertDraft(desk, ilse)
    const handOver = async (personId: string, typed?: string) =>
      (
        await refusalOf(
          desk.as(ilse).handOver({ id, personId, ...(typed === undefined ? {} : { password: typed }) }),
        )
      ).code
    expect(await handOver(kit.id)).toBe('PASSWORD_MISSING')
    expect(await handOver(kit.id, 'guess')).toBe('WRONG_PASSWORD')
    const customer = await insertMember(desk.db, { name: 'Cus Tomer', role: 'customer' })
    await sql`insert into user_member_types (user_id, member_type) values (${customer.id}, 'dj')`.execute(
      desk.db,
    )
    for (const personId of [customer.id, tom.id, newId(), 'x'])
      expect(await handOver(personId, password)).toBe('PERSON_NOT_FOUND')
    expect(await handOver(ilse.id, password)).toBe('IS_ORGANIZER')
    expect(await people(id)).toEqual(['Ilse Brandt organizer'])
  })

  test('to two at once: one has it', async () => {
    const id = await insertDraft(desk, ilse)
    const mara = await insertMember(desk.db, { name: 'Mara Voss' })
    const answers = await Promise.allSettled(
      [kit, mara].map((person) => desk.as(ilse).handOver({ id, personId: person.id, password })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await sql<{
      relation: string
    }>`select relation from event_people where event_id = ${id}::uuid`.execute(desk.db)
    expect(rows).toEqual([{ relation: 'manager' }])
  })
})
