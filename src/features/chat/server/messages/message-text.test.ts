import { array, assert, asyncProperty, constantFrom, oneof, string } from '~tests/support/fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { insertPersonId, insertRoom } from '../testing'
import { createTalk } from './testing'
import { randomRuns } from '~tests/support/random-runs'

let db: Database
let drop: () => Promise<void>
let talk: ReturnType<typeof createTalk>
let mara: string
let juno: string
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  talk = createTalk(db)
  mara = await insertPersonId(db, 'Mara Voss')
  juno = await insertPersonId(db, 'Juno')
})
afterAll(() => drop())

const say = (personId: string, roomId: string, content: string) => talk.say(personId, roomId, content)
const list = (personId: string, roomId: string, more: { before?: number; limit?: number } = {}) =>
  talk.as(personId).messages.list({ roomId, ...more })
const textsOf = (page: { messages: { content: string | null }[] }) => page.messages.map((one) => one.content)

describe('CH-08 the text of a message', () => {
  const family = '👨‍👩‍👧‍👦'
  // Lone surrogates, and characters with a meaning in SQL, PostgreSQL arrays and JSON.
  const pieces = ['\ud83c', '\udfdb', '\u0000', '"', "'", '\\', '{', '}', ',', 'NULL', '\n', ' ', '$1', 'x']
  const sent = async (content: string) =>
    (await say(mara, await insertRoom(db, { members: [mara] }), content)).content

  test('accepts 1,000 grapheme clusters', async () => {
    expect(await sent('x'.repeat(1000))).toHaveLength(1000)
    await expect(sent('x'.repeat(1001))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await sent(family.repeat(1000))).toBe(family.repeat(1000))
    await expect(sent(family.repeat(1001))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await sent('🎛️'.repeat(1000))).toBe('🎛️'.repeat(1000))
    await expect(sent('🎛️'.repeat(1001))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('trims the text and refuses one without visible characters', async () => {
    expect(await sent('  two\nlines \n\n')).toBe('two\nlines')
    for (const empty of ['', ' \n\t ', '\u200b\u200b', '\u0000\u0007', '\u202e'])
      await expect(sent(empty), JSON.stringify(empty)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('any text is either refused, or stored, returned and read back unchanged', async () => {
    const room = await insertRoom(db, { members: [mara] })
    const text = oneof(
      string({ unit: 'binary', maxLength: 60 }),
      string({ unit: 'grapheme', maxLength: 60 }),
      array(constantFrom(...pieces)).map((parts) => parts.join('')),
    )
    let stored = 0
    await assert(
      asyncProperty(text, async (content) => {
        const kept = cleanMultiLineText(content)
        const answer = say(mara, room, content)
        if (kept === '') {
          await expect(answer).rejects.toMatchObject({ code: 'BAD_REQUEST' })
          return
        }
        stored += 1
        expect((await answer).content).toBe(kept)
        expect(textsOf(await list(juno, room, { limit: 1 }))).toEqual([kept])
      }),
      { numRuns: randomRuns(250) },
    )
    expect(stored).toBeGreaterThan(150)
  })

  test('strips control characters, direction overrides and lone surrogates; HTML stays text', async () => {
    expect(await sent('a\u0000b\u0007c\u001b[31md\u009f')).toBe('abc[31md')
    expect(await sent('pay \u202eevil\u202c \u2066now\u2069')).toBe('pay evil now')
    expect(await sent('half \ud83c end')).toBe('half  end')
    expect(await sent('<b onclick="x()">bold</b> &amp;')).toBe('<b onclick="x()">bold</b> &amp;')
  })
})
