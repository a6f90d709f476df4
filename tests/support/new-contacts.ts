/** Returns a function whose every call creates two new emails and a new phone number. */
export function createContacts(name: string, phonePrefix: string) {
  let count = 0
  return () => {
    count += 1
    return {
      email: `${name}${count}@sand.example`,
      next: `${name}${count}@new.example`,
      phone: `${phonePrefix}${String(count).padStart(8, '0')}`,
    }
  }
}
