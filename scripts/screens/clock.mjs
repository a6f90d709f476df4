// Loaded before the product (--import). It freezes the clock, which moves only when `npm run screens` sends a time, so
// that two servers render the same "3 minutes ago".
import { isMainThread } from 'node:worker_threads'

let now = Number(process.env.SCREENS_NOW)
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [now] : parameters, newTarget),
  apply: () => new RealDate(now).toString(),
  get: (target, key) => (key === 'now' ? () => now : Reflect.get(target, key)),
})

if (isMainThread) {
  process.on('message', (message) => {
    now = message.now
    process.send?.({ now })
  })
  // The parent process has ended.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}
