import { useLazyModule } from '~/design/use-lazy-module'
import type { JoinWaitlistProps } from './join-waitlist'

const importJoinWaitlist = () => import('./join-waitlist')

/** Joins the waitlist of a sold-out ticket type. Loaded after the page; until then the type is shown as sold out. */
export function JoinWaitlistFromEvent(props: JoinWaitlistProps) {
  const part = useLazyModule(importJoinWaitlist, true)
  return part ? <part.JoinWaitlist {...props} /> : null
}
