// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DateField } from '~/design/date-field'
import type { Currency } from '~/lib/currency'
import { formatAmount, MoneyField } from './money-field'
import { useStoredDraft } from '~/design/use-stored-draft'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const blank = { fee: '', note: 'as offered' }
const useDraft = () => useStoredDraft('draft', blank)

describe('stored draft', () => {
  test('a stored draft is restored after leaving the page, and deleted when dropped', () => {
    const first = renderHook(useDraft)
    expect(first.result.current.draft).toBeUndefined()
    act(() => first.result.current.keep({ fee: '12' }))
    first.unmount()
    const second = renderHook(useDraft)
    expect(second.result.current.draft).toEqual({ fee: '12', note: 'as offered' })
    act(() => second.result.current.drop())
    expect(second.result.current.draft).toBeUndefined()
  })

  test('keeps both of two changes made before the next render', () => {
    const { result } = renderHook(useDraft)
    const { keep } = result.current
    act(() => {
      keep((stored) => ({ ...stored, fee: '12' }))
      keep((stored) => ({ ...stored, note: 'mine' }))
    })
    expect(result.current.draft).toEqual({ fee: '12', note: 'mine' })
  })

  test('ignores a stored value that is not a draft', () => {
    sessionStorage.setItem('draft', JSON.stringify({ fee: 12, note: 'kept', other: 'x' }))
    expect(renderHook(useDraft).result.current.draft).toEqual({ fee: '', note: 'kept' })
    sessionStorage.setItem('draft', '{')
    expect(renderHook(useDraft).result.current.draft).toEqual(blank)
  })

  test('without storage, keeps the draft while the page is open', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { result } = renderHook(() => useStoredDraft('full', blank))
    act(() => result.current.keep({ fee: '9' }))
    expect(result.current.draft).toEqual({ fee: '9', note: 'as offered' })
    act(() => result.current.drop())
    expect(result.current.draft).toBeUndefined()
  })
})

describe('amount', () => {
  function Fee({ start, currency }: { start: string; currency: Currency }) {
    const [value, setValue] = useState(start)
    return <MoneyField label="Fee" currency={currency} value={value} onValueChange={setValue} />
  }
  const formatOnBlur = (start: string, currency: Currency = 'USD') => {
    render(<Fee start={start} currency={currency} />)
    const field = screen.getByLabelText<HTMLInputElement>('Fee')
    fireEvent.blur(field)
    const { value } = field
    cleanup()
    return value
  }

  test('an amount is formatted on blur; invalid input stays', () => {
    expect(formatOnBlur('1400')).toBe('$1,400.00')
    expect(formatOnBlur('1400', 'EUR')).toBe('€1,400.00')
    expect(formatOnBlur('1400', 'JPY')).toBe('¥1,400')
    expect(formatOnBlur('1400.50', 'JPY')).toBe('1400.50')
    expect(formatOnBlur('1,50')).toBe('1,50')
    expect(formatOnBlur('')).toBe('')
    expect(formatAmount(null, 'USD')).toBe('')
    expect(formatAmount(5, 'USD')).toBe('$0.05')
  })
})

test('shows the date with its weekday, hidden from screen readers', () => {
  render(
    <DateField label="Date" value="2026-12-18" onValueChange={() => undefined} error="You are on hold" />,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Date')
  expect(field.type).toBe('date')
  expect(field.value).toBe('2026-12-18')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Fri 18 Dec 2026').getAttribute('aria-hidden')).toBe('true')
})
