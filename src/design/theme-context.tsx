import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { applyTheme, type Theme } from './theme'

type ThemeChoice = { theme: Theme; choose: (theme: Theme) => void }

const ThemeContext = createContext<ThemeChoice>({ theme: 'system', choose: applyTheme })

/** Provides the theme. `initial` is the server's value from the cookie, so that server and browser render alike. */
export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, setTheme] = useState(initial)
  const choose = useCallback((next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }, [])
  const choice = useMemo(() => ({ theme, choose }), [theme, choose])
  return <ThemeContext value={choice}>{children}</ThemeContext>
}

export function useTheme(): ThemeChoice {
  return useContext(ThemeContext)
}
