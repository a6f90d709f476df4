import { ORPCError } from '@orpc/server'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createScope, runInScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import type { Caller } from '../caller'
import { createFeatureClient } from '../client'
import { type CallContext, requireCaller } from '../context'
import { defineCalls } from '../contract'
import { implementCalls } from '../implement'
import { registerLink } from '../link'
import { createInProcessLink } from './in-process-link'

const people = {
  who: defineCalls('test', 'signed_in')('GET', '/test', 'A test').input(z.object({})).output(z.string()),
  try: defineCalls('test', 'public')('GET', '/test', 'A test').input(z.object({})).output(z.string()),
}
const bound = implementCalls<CallContext>()(people)
const router = {
  people: bound.router({
    who: bound.who.handler(({ context }) => requireCaller(context).fullName),
    try: bound.try.handler(() => {
      throw new ORPCError('TOO_MANY_REQUESTS', { status: 429, data: { retryAfterSeconds: 40 } })
    }),
  }),
}
const client = createFeatureClient<typeof people>('people')

const log = createLog({ level: 'silent' })
const resolveCaller = vi.fn<(headers: Headers) => Promise<Caller | null>>((headers) => {
  const fullName = headers.get('cookie')
  return Promise.resolve(
    fullName === null
      ? null
      : {
          id: fullName,
          sessionId: '1',
          fullName,
          email: '',
          isEmailVerified: true,
          avatarUrl: null,
          roles: [],
        },
  )
})

function visit<Result>(cookie: string | undefined, render: () => Promise<Result>): Promise<Result> {
  const headers = new Headers(cookie === undefined ? {} : { cookie })
  return runInScope(createScope({ requestId: 'r', ip: '', headers }, { log, resolveCaller }), render)
}

registerLink(
  createInProcessLink(router, async (scope) => ({
    caller: await scope.caller(),
    requestId: scope.requestId,
    ip: scope.ip,
    requestHeaders: scope.headers,
    responseHeaders: scope.responseHeaders,
    now: () => new Date(),
    log,
  })),
)
afterEach(() => resolveCaller.mockClear())

test('pages rendered at the same time make calls as their own visitor, who is looked up once per page', async () => {
  let waiting = 0
  const bothWait = Promise.withResolvers<void>()
  const render = async () => {
    const names = await Promise.all([client.who.call({}), client.who.call({})])
    waiting += 1
    if (waiting === 2) bothWait.resolve()
    await bothWait.promise
    return [...names, await client.who.call({})]
  }
  expect(await Promise.all([visit('ada', render), visit('ben', render)])).toEqual([
    ['ada', 'ada', 'ada'],
    ['ben', 'ben', 'ben'],
  ])
  expect(resolveCaller).toHaveBeenCalledTimes(2)
})

test('a call on the server throws the same errors as in the browser', async () => {
  await expect(visit(undefined, () => client.who.call({}))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    status: 401,
    defined: true,
  })
})

test('a refused call stores its status for the page', async () => {
  const scope = createScope({ requestId: 'r', ip: '', headers: new Headers() }, { log, resolveCaller })
  await expect(runInScope(scope, () => client.try.call({}))).rejects.toThrow()
  expect(scope.refused).toEqual({ status: 429, retryAfterSeconds: 40 })
})

test('a call outside a request fails with an explanation', async () => {
  await expect(client.who.call({})).rejects.toThrow('people.who was called outside a request')
})
