// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { hasSixDigits, SixDigitField } from './six-digit-field'

afterEach(cleanup)

const onComplete = vi.fn<(digits: string) => void>()
afterEach(() => onComplete.mockReset())

function Code({ error }: { error?: string }) {
  const [code, setCode] = useState('')
  return (
    <SixDigitField label="Code" value={code} onValueChange={setCode} onComplete={onComplete} error={error} />
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('Code')

test('submits each code once, on its last digit or when it is pasted with a space', async () => {
  render(<Code />)
  expect(document.activeElement).toBe(document.body)
  await userEvent.type(field(), '41820')
  expect(onComplete).not.toHaveBeenCalled()
  await userEvent.keyboard('7')
  await userEvent.keyboard('{Backspace}7')
  expect(onComplete.mock.calls).toEqual([['418207']])
  await userEvent.clear(field())
  await userEvent.paste('204 618')
  expect(onComplete).toHaveBeenLastCalledWith('204618')
})

test('typing replaces a refused code, and continues an incomplete one', async () => {
  const { rerender } = render(<Code />)
  await userEvent.type(field(), '204')
  rerender(<Code error="Enter the six-digit code." />)
  await userEvent.keyboard('618')
  expect(field().value).toBe('204618')
  rerender(<Code error="That is not the code." />)
  expect(document.activeElement).toBe(field())
  await userEvent.keyboard('9')
  expect(field().value).toBe('9')
  expect(field().getAttribute('aria-invalid')).toBe('true')
})

test('scrolls the error into view, because in a low dialog it would be behind the buttons', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { rerender } = render(<Code />)
  await userEvent.type(field(), '204618')
  expect(shown).not.toHaveBeenCalled()
  rerender(<Code error="That is not the code." />)
  expect(shown).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' })
  expect((shown.mock.contexts[0] as Element).textContent).toContain('That is not the code.')
  shown.mockRestore()
})

test('hasSixDigits accepts exactly six digits', () => {
  expect(['20461', '204618', '2046181', 'secret', '20461\n'].map(hasSixDigits)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
})
