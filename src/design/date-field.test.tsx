// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ClockField, DateField } from './date-field'

afterEach(cleanup)

/** Renders a field and records every value it reports. */
function show(start: string, TestedField = DateField) {
  const given: string[] = []
  function Form() {
    const [value, setValue] = useState(start)
    const change = (next: string) => {
      given.push(next)
      setValue(next)
    }
    return <TestedField label="When" value={value} onValueChange={change} />
  }
  const { unmount } = render(<Form />)
  return { given, field: screen.getByLabelText<HTMLInputElement>('When'), unmount }
}

/** Simulates a key press that changes the value to `value`. `isIncomplete`: parts of the date are still empty. */
function key(field: HTMLInputElement, name: string, value: string, isIncomplete = false) {
  fireEvent.keyDown(field, { key: name })
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: isIncomplete } })
  if (value !== field.value) fireEvent.change(field, { target: { value } })
}

function typeDate(field: HTMLInputElement) {
  key(field, '1', '2026-01-05')
  key(field, '2', '2026-12-05')
  key(field, '1', '2026-12-01')
  key(field, '9', '2026-12-19')
  for (const [digit, year] of [
    ['2', '0002'],
    ['0', '0020'],
    ['2', '0202'],
    ['7', '2027'],
  ] as const)
    key(field, digit, `${year}-12-19`)
}

test('reports a typed date once, when the field loses focus', () => {
  const { field, given } = show('2026-12-05')
  typeDate(field)
  expect(field.value).toBe('2027-12-19')
  expect(given).toEqual([])
  fireEvent.blur(field)
  expect(given).toEqual(['2027-12-19'])
})

test('reports a typed date on Enter and when the field disappears', () => {
  const entered = show('2026-12-05')
  typeDate(entered.field)
  fireEvent.keyDown(entered.field, { key: 'Enter' })
  expect(entered.given).toEqual(['2027-12-19'])
  cleanup()
  const closed = show('2026-12-05')
  typeDate(closed.field)
  closed.unmount()
  expect(closed.given).toEqual(['2027-12-19'])
})

test('reports a picked date immediately', () => {
  const { field, given } = show('2026-12-05')
  fireEvent.change(field, { target: { value: '2026-12-18' } })
  expect(given).toEqual(['2026-12-18'])
})

test('keeps the previous value when a field is left partly empty', () => {
  const { field, given } = show('2026-12-05')
  key(field, 'Backspace', '', true)
  fireEvent.blur(field)
  expect(given).toEqual([])
  expect(field.value).toBe('2026-12-05')
})

test('clears the value when a field is left completely empty', () => {
  const { field, given } = show('23:00', ClockField)
  key(field, 'Backspace', '', true)
  key(field, 'Delete', '')
  expect(given).toEqual([])
  fireEvent.blur(field)
  expect(given).toEqual([''])
})

test('reads a two-digit year as this century, and keeps the value for a three-digit year', () => {
  const { field, given } = show('2026-12-05')
  key(field, '2', '0002-12-05')
  key(field, '7', '0027-12-05')
  fireEvent.blur(field)
  expect(given).toEqual(['2027-12-05'])
  key(field, '2', '0202-12-05')
  fireEvent.blur(field)
  expect(given).toEqual(['2027-12-05'])
  expect(field.value).toBe('2027-12-05')
})
