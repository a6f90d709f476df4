import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertEvent } from '~/features/events/server/testing'
import { startTestApp } from '../support/app'

const { address, db, signIn, someAddress, stop } = await startTestApp()
afterAll(stop)

interface Reader {
  cookie: string
  id: string | undefined
}
let mara: Reader
let jonas: Reader
const visitor: Reader = { cookie: '', id: undefined }
/** Events of Mara: a draft, a private event, and a public event with a hidden ticket type. */
let draft = ''
let unlisted = ''
let open = ''

const get = (reader: Reader, path: string) =>
  fetch(`${address}/api/v1${path}`, {
    headers: { 'x-forwarded-for': someAddress(), ...(reader.cookie && { cookie: reader.cookie }) },
  })
const textOf = async (reader: Reader, path: string) => (await get(reader, path)).text()

beforeAll(async () => {
  const readers = await Promise.all(
    ['mara', 'jonas'].map(async (key) => {
      const cookie = await signIn(key)
      const me = (await (await get({ cookie, id: undefined }, '/me')).json()) as { id: string }
      return { cookie, id: me.id }
    }),
  )
  ;[mara = visitor, jonas = visitor] = readers
  const values = { organizer_id: mara.id ?? '', event_date: new Date(Date.now() + 3_600_000) }
  draft = await insertEvent(db, { ...values, title: 'Secret Draft', event_status: 'draft' })
  unlisted = await insertEvent(db, { ...values, title: 'Secret Party', is_public: false })
  open = await insertEvent(db, values, [{ name: 'Secret Balcony', access_code: 'BACKDOOR' }])
})

test('people who read the same events at the same time get only what they may see', async () => {
  const paths = ['/events', `/events/${draft}`, `/events/${unlisted}`, `/events/${open}`]
  for (let round = 0; round < 5; round++) {
    const shared = [visitor, mara, jonas, visitor].flatMap((reader) =>
      paths.map((path) => textOf(reader, path)),
    )
    const [preview, foreign, own, other, answers] = await Promise.all([
      textOf(mara, `/me/events/${draft}/preview`),
      get(jonas, `/me/events/${draft}/preview`),
      textOf(mara, '/me'),
      textOf(jonas, '/me'),
      Promise.all(shared),
    ])
    expect(preview).toContain('Secret Draft')
    expect(foreign.status).toBe(404)
    expect([own.includes(mara.id ?? ''), other.includes(jonas.id ?? '')]).toEqual([true, true])
    expect(answers.join()).not.toMatch(/Secret|BACKDOOR/)
    // Per reader: the list and the public event show the event, and the draft and the private event aren't found.
    const found = answers.map((text) => text.includes(open) && !text.includes('NOT_FOUND'))
    expect(found).toEqual([0, 1, 2, 3].flatMap(() => [true, false, false, true]))
  }
})

test('the next request sees a change, even during concurrent reads', async () => {
  for (let round = 0; round < 10; round++) {
    const title = `Title ${round}`
    const rush = Array.from({ length: 8 }, () => textOf(visitor, `/events/${open}`))
    await db.updateTable('events').set({ title }).where('id', '=', open).execute()
    expect(await textOf(mara, `/events/${open}`)).toContain(title)
    await Promise.all(rush)
  }
})
