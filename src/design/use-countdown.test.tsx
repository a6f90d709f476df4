// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { renderToString } from 'react-dom/server'
import { useCountdown } from './use-countdown'

const answer = { serverNow: '2026-12-05T20:00:00.000Z' }

function Left({ until }: { until: string }) {
  return <p>{useCountdown(until, answer)}</p>
}

test.each([
  ['2026-12-05T20:00:00.000Z', 0],
  ['2026-12-05T20:10:00.000Z', 600],
])('the first render until %s shows %i, even if the clock moves on meanwhile', (until, seconds) => {
  let now = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now++)
  expect(renderToString(<Left until={until} />)).toBe(`<p>${seconds}</p>`)
})
