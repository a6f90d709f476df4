// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatCountdown, useCountdown } from './use-countdown'

const UNTIL = '2026-05-01T20:10:00Z'

function Countdown({ response }: { response: { serverNow: string } }) {
  return <b role="timer">{formatCountdown(useCountdown(UNTIL, response))}</b>
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('counts down on the server’s clock, and stops at zero', () => {
  render(<Countdown response={{ serverNow: '2026-05-01T20:09:57Z' }} />)
  expect(screen.getByRole('timer').textContent).toBe('0:03')
  act(() => void vi.advanceTimersByTime(2000))
  expect(screen.getByRole('timer').textContent).toBe('0:01')
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.getByRole('timer').textContent).toBe('0:00')
})

test('a countdown that hydrates later first matches the server’s HTML, then the other countdowns', async () => {
  const response = { serverNow: '2026-05-01T20:00:00Z' }
  const late = document.createElement('div')
  late.innerHTML = renderToString(<Countdown response={response} />)
  document.body.append(late)
  const early = render(<Countdown response={response} />)
  act(() => void vi.advanceTimersByTime(3000))
  expect(early.container.textContent).toBe('9:57')

  const errors: unknown[] = []
  const root = await act(() =>
    hydrateRoot(late, <Countdown response={response} />, {
      onRecoverableError: (error) => errors.push(error),
    }),
  )
  expect(errors).toEqual([])
  expect(late.textContent).toBe('9:57')
  act(() => root.unmount())
  late.remove()
})

test.each([
  ['2026-05-01T20:10:00Z', 0],
  ['2026-05-01T20:20:00Z', 600],
])(
  'the server renders the time left until %s as %i seconds, even if its clock moves on',
  (until, seconds) => {
    let now = 0
    vi.spyOn(Date, 'now').mockImplementation(() => now++)
    function Left() {
      return <p>{useCountdown(until, ended)}</p>
    }
    expect(renderToString(<Left />)).toBe(`<p>${seconds}</p>`)
  },
)

const ended = { serverNow: UNTIL }
