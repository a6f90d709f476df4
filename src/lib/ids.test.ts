import { expect, test, vi } from 'vitest'
import { isId, newId } from './ids'

test('new ids are UUIDv7 with the current time, distinct, and increase even within a millisecond', () => {
  const before = Date.now()
  const ids = Array.from({ length: 20_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  for (const id of ids.slice(0, 100))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const time = Number.parseInt((ids[0] ?? '').replaceAll('-', '').slice(0, 12), 16)
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now() + 1)
})

test('ids keep increasing when the clock goes backwards', () => {
  const first = newId()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000)
  expect(newId() > first).toBe(true)
})

test('isId recognizes ids', () => {
  expect(isId(newId())).toBe(true)
  expect(isId(newId().toUpperCase())).toBe(true)
  for (const text of ['', '1', 'null', `${newId()} `, "' or 1=1 --", newId().replaceAll('-', '')])
    expect(isId(text)).toBe(false)
})
