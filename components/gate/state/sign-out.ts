import { GateDatabase } from './device-storage'
import { GateClient } from './session'
import { serverFetch } from './transport'

/**
 * Unregisters this browser's gate device when the user signs out in the admin area. A phone paired
 * by a code stays registered, because its shift belongs to no session. Throws errors of the
 * network.
 */
export async function signOutOfGate() {
  const { state } = await (await GateDatabase.open()).load()
  if (!state.me?.device.isStaff) return
  const leave = () => new GateClient(serverFetch).signOut()
  // Stealing the lock stops a gate that is open in another tab, like the opening of a newer tab.
  await (navigator.locks ? navigator.locks.request('gate', { steal: true }, leave) : leave())
}
