import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '~/lib/fold-text'
import type { Database } from './connect'
import { createTestDatabase } from '~tests/support/database'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const samples: [string, string][] = [
  ['Malmö', 'malmo'],
  ['MALMÖ', 'malmo'],
  ['Étoile Noire', 'etoile noire'],
  ['İSTANBUL Işık', 'istanbul isik'],
  ['Łódź', 'lodz'],
  ['Ærø', 'aero'],
  ['STRASSE Straße', 'strasse strasse'],
  ['Þórshöfn Đorđe', 'thorshofn dorde'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Żółć ÅNGSTRÖM Čeština', 'zolc angstrom cestina'],
  ['１００％ ﬁn', '100% fin'],
  ['100%_\\', '100%_\\'],
]

test.each(samples)('folds %s to %s, in SQL as in TypeScript', async (text, folded) => {
  const { rows } = await sql<{ folded: string }>`select fold_text(${text}) as folded`.execute(db)
  expect([foldText(text), rows[0]?.folded]).toEqual([folded, folded])
})

test('folds every European letter in SQL as in TypeScript', async () => {
  const letters = Array.from({ length: 0x5_2f - 0xa0 }, (_, at) => String.fromCodePoint(0xa0 + at))
  const { rows } = await sql<{ letter: string; folded: string }>`
    select letter, fold_text(letter) as folded from unnest(${letters}::text[]) letter`.execute(db)
  const differing = rows.filter(({ letter, folded }) => foldText(letter) !== folded)
  expect(differing.map(({ letter, folded }) => `${letter}: ${folded}, not ${foldText(letter)}`)).toEqual([])
})
