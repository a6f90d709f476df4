import { ListChecks, ScanLine, Search } from 'lucide-react'
import { Icon } from '~/design/icon'

export type DoorTab = 'scan' | 'search' | 'guests'

const tabs = [
  { tab: 'scan', label: 'Scan', icon: ScanLine },
  { tab: 'search', label: 'Search', icon: Search },
  { tab: 'guests', label: 'Guest list', icon: ListChecks },
] as const

/** Where a thumb is. */
export function DoorTabs({ current, onChoose }: { current: DoorTab; onChoose: (tab: DoorTab) => void }) {
  return (
    <nav className="door-nav" aria-label="Door">
      {tabs.map(({ tab, label, icon }) => (
        <button
          key={tab}
          type="button"
          aria-current={tab === current ? 'page' : undefined}
          onClick={() => onChoose(tab)}
        >
          <Icon of={icon} />
          {label}
        </button>
      ))}
    </nav>
  )
}
