// In a file of its own, because Vite puts the imports of these calls before all others.
import.meta.glob('../ui/**/*.css', { eager: true });
import.meta.glob('../lib/**/*.css', { eager: true });
import.meta.glob('./**/*.css', { eager: true });
import.meta.glob('../features/**/*.css', { eager: true });
import.meta.glob('../pages/**/*.css', { eager: true });
