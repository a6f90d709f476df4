import { Text } from '@react-email/components'
import { emailInk } from './email-palette'

/** A code, one character per cell. The cells share one line of text, so the code is copied in one piece. */
export function EmailCode({ code }: { code: string }) {
  return (
    <>
      <style>{narrow}</style>
      <Text style={{ margin: '0 0 14px' }}>
        {Array.from(code, (sign, place) => (
          <span key={`${place} ${sign}`} className="cell" style={cell}>
            {sign}
          </span>
        ))}
      </Text>
    </>
  )
}

const narrow = '@media (max-width: 400px) { .cell { width: 34px !important; font-size: 24px !important } }'

const cell = {
  display: 'inline-block',
  width: 52,
  marginRight: 6,
  border: `2px solid ${emailInk}`,
  textAlign: 'center' as const,
  fontSize: 32,
  lineHeight: '64px',
  fontWeight: 760,
}
