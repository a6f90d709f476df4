import { useSiteName } from './site-name'

/** The copyright line of every footer (N-02). */
export function Copyright() {
  return <span>© 2024 {useSiteName()}</span>
}
