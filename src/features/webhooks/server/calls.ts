import { implementCalls } from '~/platform/rpc/implement'
import { webhooksContract } from '../contract'
import type { Context } from './context'
import { listDeliveries, replayDelivery, sendTest } from './deliveries'
import { createEndpoint, listEndpoints, removeEndpoint, rotateSecret, updateEndpoint } from './endpoints'

const calls = implementCalls<Context>()(webhooksContract)

export const webhooksCalls = calls.router({
  list: calls.list.handler(async ({ context }) => ({ endpoints: await listEndpoints(context) })),
  create: calls.create.handler(({ context, input }) => createEndpoint(context, input)),
  update: calls.update.handler(async ({ context, input }) => ({
    endpoint: await updateEndpoint(context, input),
  })),
  remove: calls.remove.handler(async ({ context, input }) => {
    await removeEndpoint(context, input.id)
    return {}
  }),
  rotateSecret: calls.rotateSecret.handler(async ({ context, input }) => ({
    secret: await rotateSecret(context, input),
  })),
  test: calls.test.handler(async ({ context, input }) => ({
    deliveryId: await sendTest(context, input.id),
  })),
  deliveries: calls.deliveries.handler(({ context, input }) => listDeliveries(context, input)),
  replay: calls.replay.handler(async ({ context, input }) => {
    await replayDelivery(context, input)
    return {}
  }),
})
