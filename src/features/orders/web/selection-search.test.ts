import { assert, dictionary, integer, property, uuid } from '~tests/support/fast-check'
import { describe, expect, test } from 'vitest'
import { countSelected, readSelection, writeSelection } from './selection-search'

const selections = dictionary(uuid(), integer({ min: 1, max: 10 }), { maxKeys: 8 })

describe('selection in the URL', () => {
  test('T-02 a selection survives being written to the URL and parsed again', () => {
    assert(
      property(selections, (selection) => {
        expect(readSelection(writeSelection(selection))).toEqual({ ...selection })
      }),
    )
  })

  test('writes nothing to the URL for an empty selection', () => {
    expect(writeSelection({})).toBeUndefined()
    expect(writeSelection({ '01a1fbc7-c116-7397-8898-08f42a369173': 0 })).toBeUndefined()
  })

  test('ignores invalid text in the URL', () => {
    for (const nonsense of [
      undefined,
      '',
      '~~',
      'a.1',
      '<script>',
      '01a1fbc7-c116-7397-8898-08f42a369173.11',
      '01a1fbc7-c116-7397-8898-08f42a369173.-1',
    ]) {
      expect(readSelection(nonsense)).toEqual({})
    }
  })

  test('counts the selected tickets, not their types', () => {
    expect(countSelected({ a: 3, b: 1 })).toBe(4)
  })
})
