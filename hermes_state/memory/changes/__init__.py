"""What changes a memory: writing, who decides over it, undoing, forgetting, and the answers."""
