import { checkCode } from './check-code'
import { calls } from './implementer'
import { redeem } from './redeem'
import { requestInvite } from './request-invite'

const notYet = (): Promise<never> => Promise.reject(new Error('This call is still being written'))

export const invitationsCalls = calls.router({
  codes: {
    list: calls.codes.list.handler(notYet),
    counts: calls.codes.counts.handler(notYet),
    generate: calls.codes.generate.handler(notYet),
    revoke: calls.codes.revoke.handler(notYet),
    send: calls.codes.send.handler(notYet),
  },
  requests: {
    list: calls.requests.list.handler(notYet),
    count: calls.requests.count.handler(notYet),
    approve: calls.requests.approve.handler(notYet),
    decline: calls.requests.decline.handler(notYet),
  },
  tree: {
    summary: calls.tree.summary.handler(notYet),
    children: calls.tree.children.handler(notYet),
    find: calls.tree.find.handler(notYet),
    branch: calls.tree.branch.handler(notYet),
    pause: calls.tree.pause.handler(notYet),
    resume: calls.tree.resume.handler(notYet),
  },
  mine: {
    list: calls.mine.list.handler(notYet),
    generate: calls.mine.generate.handler(notYet),
    revoke: calls.mine.revoke.handler(notYet),
    send: calls.mine.send.handler(notYet),
    people: calls.mine.people.handler(notYet),
  },
  redeem: calls.redeem.handler(async ({ context, input, errors }) => {
    const outcome = await redeem(context, input)
    if (outcome === 'member') throw errors.ALREADY_MEMBER()
    if (outcome === 'invalid') throw errors.INVITATION_INVALID()
    if (outcome === 'expired') throw errors.INVITATION_EXPIRED()
    return {}
  }),
  requestInvite: calls.requestInvite.handler(async ({ context, input }) => {
    await requestInvite(context, input)
    return {}
  }),
  checkCode: calls.checkCode.handler(async ({ context, input }) => ({
    verdict: await checkCode(context, input),
  })),
})
