import { SegmentedControl } from './segmented-control'
import { useTheme } from './theme-context'

const options = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const

export function ThemeSwitch({ full = true }: { full?: boolean }) {
  const { theme, choose } = useTheme()
  return <SegmentedControl label="Theme" full={full} value={theme} onValueChange={choose} options={options} />
}
