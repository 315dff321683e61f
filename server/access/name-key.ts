/** How names and addresses of users are compared. */
export const nameKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase();
