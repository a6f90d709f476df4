import { usePart } from '~/design/use-part'
import type { JoinLineProps } from './join-line'

const load = () => import('./join-line')
// Whoever cannot fetch it reads that the type is sold out, which is true.
const stayWithout = () => undefined

/** Under a type that is sold out. Most nights are not, so the way into its line comes after the page. */
export function WaitFor(props: JoinLineProps) {
  const part = usePart(load, true, stayWithout)
  return part ? <part.JoinLine {...props} /> : null
}
