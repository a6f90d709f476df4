import { oc } from '@orpc/contract'
import { createRouterClient, ORPCError } from '@orpc/server'
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { TooBusy } from '~/lib/bounded-cache'
import { createLog } from '~/platform/log/log'
import type { Caller, Role } from './caller'
import { requireCaller, type CallContext } from './context'
import { type Access, defineCalls } from './contract'
import { implementCalls } from './implement'
import { createRefusedErrorFactory } from './refused-error'

const contract = {
  open: defineCalls('test', 'public')('GET', '/test', 'A test')
    .input(z.object({ quantity: z.number().min(1) }))
    .output(z.object({ doubled: z.number() })),
  mine: defineCalls('test', 'signed_in')('GET', '/test', 'A test').output(z.string()),
  inMembersArea: defineCalls('test', 'members_area')('GET', '/test', 'A test').output(z.string()),
  forMembers: defineCalls('test', 'member')('GET', '/test', 'A test').output(z.string()),
  forModerators: defineCalls('test', 'moderator')('GET', '/test', 'A test').output(z.string()),
  forAdmins: defineCalls('test', 'admin')('GET', '/test', 'A test').output(z.string()),
  broken: defineCalls('test', 'public')('GET', '/test', 'A test').output(z.string()),
  soldOut: defineCalls('test', 'public')('GET', '/test', 'A test')
    .errors({ SOLD_OUT: { status: 409, message: 'These tickets just sold out.' } })
    .output(z.string()),
  away: defineCalls('test', 'public')('GET', '/test', 'A test')
    .errors({ SILENT: { status: 503, message: 'They do not answer right now.' } })
    .output(z.string()),
  busy: defineCalls('test', 'public')('GET', '/test', 'A test').output(z.string()),
  join: defineCalls('test', 'public')('GET', '/test', 'A test')
    .errors({
      LIST_FULL: { status: 409, message: 'The list is full.', data: z.object({ places: z.number() }) },
    })
    .output(z.string()),
  invite: defineCalls('test', 'public')('GET', '/test', 'A test')
    .errors({
      LIST_FULL: { status: 422, message: 'No more people fit.', data: z.object({ places: z.number() }) },
    })
    .output(z.string()),
  leave: defineCalls('test', 'public')('GET', '/test', 'A test').output(z.string()),
}

const refuse = createRefusedErrorFactory<typeof contract>()
const refuseFull = () => {
  throw refuse('LIST_FULL', { data: { places: 8 } })
}

type Context = CallContext & { shop: string }
const calls = implementCalls<Context>()(contract)
const router = calls.router({
  open: calls.open.handler(({ input }) => ({ doubled: input.quantity * 2 })),
  mine: calls.mine.handler(({ context }) => `${requireCaller(context).fullName} at ${context.shop}`),
  inMembersArea: calls.inMembersArea.handler(() => 'ok'),
  forMembers: calls.forMembers.handler(() => 'ok'),
  forModerators: calls.forModerators.handler(() => 'ok'),
  forAdmins: calls.forAdmins.handler(() => 'ok'),
  broken: calls.broken.handler(() => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
  }),
  soldOut: calls.soldOut.handler(({ errors }) => {
    throw errors.SOLD_OUT()
  }),
  away: calls.away.handler(({ errors }) => {
    throw errors.SILENT()
  }),
  busy: calls.busy.handler(() => {
    throw new TooBusy('too many are being made')
  }),
  join: calls.join.handler(refuseFull),
  invite: calls.invite.handler(refuseFull),
  // The contract of this call doesn't declare the error code.
  leave: calls.leave.handler(refuseFull),
})

function clientOf(...roles: Role[]) {
  return clientWith(roles)
}

function clientWith(
  roles: readonly Role[],
  isMembersAreaOpen?: () => Promise<boolean>,
  log = createLog({ level: 'silent' }),
) {
  const caller: Caller | null =
    roles.length === 0
      ? null
      : {
          id: 'p',
          sessionId: 's',
          fullName: 'Ada Okafor',
          email: 'ada@example.com',
          isEmailVerified: true,
          avatarUrl: null,
          roles,
        }
  const context: Context = {
    caller,
    requestId: 'req-1',
    ip: '127.0.0.1',
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    now: () => new Date(),
    log,
    shop: 'the shop',
    ...(isMembersAreaOpen ? { isMembersAreaOpen } : {}),
  }
  return createRouterClient(router, { context })
}

async function failure(promise: Promise<unknown>): Promise<ORPCError<string, unknown>> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ORPCError)) throw new Error('expected the call to fail by name')
  return error
}

test('allows public calls to everyone', async () => {
  await expect(clientOf().open({ quantity: 2 })).resolves.toEqual({ doubled: 4 })
})

test('a call that requires sign-in answers 401 to visitors and knows the caller', async () => {
  expect(await failure(clientOf().mine())).toMatchObject({ status: 401, code: 'UNAUTHORIZED', defined: true })
  await expect(clientOf('customer').mine()).resolves.toBe('Ada Okafor at the shop')
})

test.each([
  ['customer', 403, 403, 403],
  ['user', 200, 403, 403],
  ['moderator', 200, 200, 403],
  ['admin', 200, 200, 200],
] as const)(
  'for the role %s, member, moderator and admin calls respond with %i, %i and %i',
  async (role, ...expected) => {
    const client = clientOf(role)
    const answers = await Promise.all(
      [client.forMembers(), client.forModerators(), client.forAdmins()].map((answer) =>
        answer.then(
          () => 200,
          (error: unknown) => (error instanceof ORPCError ? error.status : 500),
        ),
      ),
    )
    expect(answers).toEqual(expected)
  },
)

test('the members’ area is open to all signed-in people, or to members only', async () => {
  const visit = (isOpen: boolean, ...roles: Role[]) =>
    clientWith(roles, () => Promise.resolve(isOpen)).inMembersArea()
  await expect(visit(true, 'customer')).resolves.toBe('ok')
  expect(await failure(visit(true))).toMatchObject({ status: 401 })
  expect(await failure(visit(false, 'customer'))).toMatchObject({
    status: 403,
    code: 'MEMBERS_ONLY',
    defined: true,
    message: expect.stringContaining('redeem it'),
  })
  for (const role of ['user', 'moderator', 'admin'] as const)
    await expect(visit(false, 'customer', role)).resolves.toBe('ok')
})

test('checks only for customers whether the members’ area is open, and treats a missing answer as closed', async () => {
  const asked = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
  await clientWith(['user'], asked).inMembersArea()
  await clientWith(['customer'], asked).mine()
  await clientWith([], asked).open({ quantity: 1 })
  expect(asked).not.toHaveBeenCalled()
  await clientWith(['customer'], asked).inMembersArea()
  expect(asked).toHaveBeenCalledOnce()
  expect(await failure(clientOf('customer').inMembersArea())).toMatchObject({ code: 'MEMBERS_ONLY' })
})

test('logs unavailable services as warnings, unexpected failures as errors, and refusals not at all', async () => {
  const log = createLog({ level: 'silent' })
  const [warn, error] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')]
  const client = clientWith([], undefined, log)
  expect(await failure(client.soldOut())).toMatchObject({ status: 409 })
  expect([warn, error].map((spy) => spy.mock.calls.length)).toEqual([0, 0])
  expect(await failure(client.away())).toMatchObject({ status: 503, code: 'SILENT', defined: true })
  expect([warn, error].map((spy) => spy.mock.calls.length)).toEqual([1, 0])
  expect(await failure(client.broken())).toMatchObject({ status: 500 })
  expect([warn, error].map((spy) => spy.mock.calls.length)).toEqual([1, 1])
})

test('logs at most one “busy” refusal a second, without a stack', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const log = createLog({ level: 'silent' })
  const warn = vi.spyOn(log, 'warn')
  const client = clientWith([], undefined, log)
  const refuse = async () => expect(await failure(client.busy())).toMatchObject({ status: 503 })
  await refuse()
  await refuse()
  const line = [{ call: 'busy', requestId: 'req-1' }, 'call refused: too many of its kind are in progress']
  expect(warn.mock.calls).toEqual([line])
  vi.setSystemTime(new Date('2026-03-01T12:00:01Z'))
  await refuse()
  expect(warn.mock.calls).toEqual([line, line])
})

test('invalid input answers 400 and names each field', async () => {
  const error = await failure(clientOf().open({ quantity: -1 }))
  expect(error).toMatchObject({ status: 400, code: 'BAD_REQUEST', defined: true })
  expect(error.data).toEqual({ fields: [{ path: 'quantity', message: expect.stringMatching(/>=\s*1/) }] })
})

test('a named error keeps its message', async () => {
  expect(await failure(clientOf().soldOut())).toMatchObject({
    status: 409,
    message: 'These tickets just sold out.',
    defined: true,
  })
})

test('a refusal has the status and sentence that the call declares for its code', async () => {
  const data = { places: 8 }
  const shared = { code: 'LIST_FULL', data, defined: true }
  expect(await failure(clientOf().join())).toMatchObject({
    ...shared,
    status: 409,
    message: 'The list is full.',
  })
  expect(await failure(clientOf().invite())).toMatchObject({
    ...shared,
    status: 422,
    message: 'No more people fit.',
  })
})

test("an error code that no contract declares doesn't compile, and one that the call doesn't declare is logged as an error", async () => {
  // @ts-expect-error No call declares it.
  refuse('LIST_EMPTY')
  // @ts-expect-error The contract requires the number of places.
  refuse('LIST_FULL', { data: {} })
  const log = createLog({ level: 'silent' })
  const logged = vi.spyOn(log, 'error')
  expect(await failure(clientWith([], undefined, log).leave())).toMatchObject({ status: 500 })
  expect(logged.mock.calls[0]?.[0]).toMatchObject({
    err: { message: 'leave was refused with LIST_FULL, which its contract lacks' },
  })
})

test('an unexpected failure shows the request id, but not its cause', async () => {
  const error = await failure(clientOf().broken())
  expect(error.status).toBe(500)
  expect(error.message).toContain('req-1')
  expect(error.message).not.toContain('ECONNREFUSED')
})

test("a call that declares no access doesn't compile, and fails at startup", () => {
  expectTypeOf(defineCalls).parameter(1).toEqualTypeOf<Access>()
  expect(() => implementCalls<Context>()({ forgotten: { inner: oc.output(z.string()) } })).toThrow(
    'forgotten.inner',
  )
})
