import { usePart } from '~/design/use-part'
import type { JoinLineProps } from './join-waitlist'

const load = () => import('./join-waitlist')

/** Joins the waitlist of a ticket type that is sold out. Loaded after the page; without it, the type still says that it is sold out. */
export function WaitFor(props: JoinLineProps) {
  const part = usePart(load, true)
  return part ? <part.JoinLine {...props} /> : null
}
