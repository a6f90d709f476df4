import { usePart } from '~/design/use-part'
import type { JoinLineProps } from './join-waitlist'

const load = () => import('./join-waitlist')

/** Joins the waitlist of a sold-out ticket type. Loaded after the page; until then the type is shown as sold out. */
export function WaitFor(props: JoinLineProps) {
  const part = usePart(load, true)
  return part ? <part.JoinLine {...props} /> : null
}
