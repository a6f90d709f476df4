import { implementCalls } from '~/platform/rpc/implement'
import { checkInContract } from '../contract'
import type { Context } from './context'
import { getChanges, openCheckIn } from './open-check-in'
import { listAllDuplicates, markDuplicatesSeen } from './duplicate-check-ins'
import { recordScans } from './record-scans'

const calls = implementCalls<Context>()(checkInContract)

export const checkInCalls = calls.router({
  open: calls.open.handler(({ context, input }) => openCheckIn(context, input)),
  changes: calls.changes.handler(({ context, input }) => getChanges(context, input)),
  scan: calls.scan.handler(async ({ context, input }) => ({
    results: await recordScans(context, input),
    serverNow: context.now().toISOString(),
  })),
  duplicates: calls.duplicates.handler(async ({ context, input }) => ({
    duplicates: await listAllDuplicates(context, input),
  })),
  seen: calls.seen.handler(async ({ context, input }) => ({
    seen: await markDuplicatesSeen(context, input),
  })),
})
