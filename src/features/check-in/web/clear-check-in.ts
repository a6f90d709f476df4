import { clearAllCheckIns } from './idb-store'
import { forgetShells } from './cache-shell'

/** Somebody signed out: no name and no code of any door stays on this phone, and no door opens without a network. */
export async function clearCheckIns(): Promise<void> {
  await Promise.all([clearAllCheckIns(), forgetShells()])
}
