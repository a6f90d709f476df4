// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClientError } from '~/lib/client-errors'
import { type ReportError, watchErrors } from './watch-errors'

const sendBeacon = vi.fn<(address: string, body: string) => boolean>()
const listeners: [string, EventListenerOrEventListenerObject][] = []
let report: ReportError

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  sendBeacon.mockReset().mockReturnValue(true)
  Object.assign(navigator, { sendBeacon })
  const add = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => {
      listeners.push([type, listener])
      add(type, listener)
    },
  )
  report = watchErrors({ findRoute: () => '/events/$id', release: 'index-D1k9.js' })
})
afterEach(() => {
  for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener)
  vi.useRealTimers()
})

const listSent = () =>
  sendBeacon.mock.calls.map(([address, body]): ClientError & { address: unknown } => ({
    address,
    ...JSON.parse(body),
  }))

function createError(message: string, position: number, name = 'TypeError'): Error {
  const stack = `${name}: ${message}\n    at pay (https://b2b.example/assets/base.js?v=secret:1:${position})`
  return Object.assign(new Error(message), { name, stack })
}
const throwUncaught = (error: unknown, others: ErrorEventInit = {}) =>
  window.dispatchEvent(new ErrorEvent('error', { error, ...others }))
const reject = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))

test('sends an uncaught error with its position, without personal data', () => {
  throwUncaught(createError('mara@mail.example is not a function', 1))
  expect(listSent()).toEqual([
    {
      address: '/api/client-errors',
      source: 'uncaught',
      name: 'TypeError',
      message: '[email] is not a function',
      stack: 'TypeError: [email] is not a function\n    at pay (https://b2b.example/assets/base.js:1:1)',
      route: '/events/$id',
      release: 'index-D1k9.js',
    },
  ])
})

test('sends unhandled rejections and errors caught by an error boundary', () => {
  reject(createError('late', 1))
  reject({ email: 'mara@mail.example' })
  report('render', createError('broken', 2))
  expect(listSent()).toMatchObject([
    { source: 'rejection', name: 'TypeError', message: 'late' },
    { source: 'rejection', name: 'NoError', message: '[object Object]' },
    { source: 'render', name: 'TypeError', message: 'broken' },
  ])
})

test('sends the position of an error without an object', () => {
  throwUncaught(null, { message: 'Uncaught x', filename: 'https://b2b.example/a.js', lineno: 3, colno: 4 })
  expect(listSent()).toMatchObject([{ message: 'Uncaught x', stack: 'https://b2b.example/a.js:3:4' }])
})

test('sends each kind of error once a minute', () => {
  for (let n = 0; n < 3; n += 1) throwUncaught(createError(`text ${n}`, 1))
  throwUncaught(createError('elsewhere', 2))
  expect(listSent()).toHaveLength(2)
  vi.advanceTimersByTime(59_000)
  throwUncaught(createError('text', 1))
  expect(listSent()).toHaveLength(2)
  vi.advanceTimersByTime(1000)
  throwUncaught(createError('text', 1))
  expect(listSent()).toHaveLength(3)
})

test('sends at most five reports for a page', () => {
  for (let n = 0; n < 8; n += 1) throwUncaught(createError('text', n))
  vi.advanceTimersByTime(600_000)
  throwUncaught(createError('text', 9))
  expect(listSent()).toHaveLength(5)
})

test.each([
  ['a loop of a ResizeObserver', new Error('ResizeObserver loop completed with undelivered notifications.')],
  ['a lost connection in Chrome', new TypeError('Failed to fetch')],
  ['a lost connection in Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
  ['a lost connection in Safari', new TypeError('Load failed')],
  ['an aborted request', new DOMException('The user aborted a request.', 'AbortError')],
  ['an error of the server', new ORPCError('NOT_FOUND')],
  [
    'an error of an extension',
    Object.assign(new Error('x'), { stack: 'Error: x\n    at chrome-extension://abc/content.js:1:2' }),
  ],
])('sends nothing for %s', (_, error) => {
  throwUncaught(error)
  reject(error)
  report('render', error)
  expect(sendBeacon).not.toHaveBeenCalled()
})

test('sends nothing for a script of another site', () => {
  throwUncaught(null, { message: 'Script error.' })
  expect(sendBeacon).not.toHaveBeenCalled()
})

test('sends nothing when the router leaves a page', () => {
  report('render', { isNotFound: true })
  expect(sendBeacon).not.toHaveBeenCalled()
})

test('reports a missing script, unless the browser is offline', () => {
  const missing = new TypeError(
    'Failed to fetch dynamically imported module: https://b2b.example/assets/terms.js',
  )
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  reject(missing)
  expect(listSent()).toEqual([])
  online.mockReturnValue(true)
  reject(missing)
  expect(listSent()).toMatchObject([{ message: missing.message }])
})

test('never throws, and doesn’t report its own failure', () => {
  const uncaught = vi.fn<(event: ErrorEvent) => void>()
  window.addEventListener('error', uncaught)
  sendBeacon.mockImplementation(() => {
    throw new TypeError('no beacons')
  })
  expect(() => report('render', createError('x', 1))).not.toThrow()
  const hostile = new Error('x')
  Object.defineProperty(hostile, 'message', {
    get: () => {
      throw new Error('no message')
    },
  })
  expect(() => report('render', hostile)).not.toThrow()
  expect(uncaught).not.toHaveBeenCalled()
  expect(sendBeacon).toHaveBeenCalledOnce()
})

test('cuts long texts below the limit of the server, and never inside an email address', () => {
  const long = Object.assign(new Error(`${'a '.repeat(245)}mara.voss@mail.example`), {
    stack: '\n    at x (https://b2b.example/a.js:1:2)'.repeat(2000),
  })
  throwUncaught(long)
  const body = sendBeacon.mock.calls[0]?.[1]
  expect(body?.length).toBeLessThan(8000)
  expect(body).not.toContain('mara')
})
